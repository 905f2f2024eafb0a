"""The compiled rules: what the compiler makes of a text, and all that comes after works on."""

from groundrules.ruleset.effects import (
    Becomes as Becomes,
)
from groundrules.ruleset.effects import (
    BlockSight as BlockSight,
)
from groundrules.ruleset.effects import (
    Change as Change,
)
from groundrules.ruleset.effects import (
    ChangeNumber as ChangeNumber,
)
from groundrules.ruleset.effects import (
    ChangeRoll as ChangeRoll,
)
from groundrules.ruleset.effects import (
    Choose as Choose,
)
from groundrules.ruleset.effects import (
    Conditional as Conditional,
)
from groundrules.ruleset.effects import (
    CostAll as CostAll,
)
from groundrules.ruleset.effects import (
    CostEnter as CostEnter,
)
from groundrules.ruleset.effects import (
    CostFloor as CostFloor,
)
from groundrules.ruleset.effects import (
    CostPlus as CostPlus,
)
from groundrules.ruleset.effects import (
    CostRate as CostRate,
)
from groundrules.ruleset.effects import (
    CostTimes as CostTimes,
)
from groundrules.ruleset.effects import (
    CountsAs as CountsAs,
)
from groundrules.ruleset.effects import (
    Deliver as Deliver,
)
from groundrules.ruleset.effects import (
    Effect as Effect,
)
from groundrules.ruleset.effects import (
    GainLose as GainLose,
)
from groundrules.ruleset.effects import (
    GiveCover as GiveCover,
)
from groundrules.ruleset.effects import (
    Ground as Ground,
)
from groundrules.ruleset.effects import (
    Halt as Halt,
)
from groundrules.ruleset.effects import (
    Handler as Handler,
)
from groundrules.ruleset.effects import (
    Ignore as Ignore,
)
from groundrules.ruleset.effects import (
    Limit as Limit,
)
from groundrules.ruleset.effects import (
    MoreDice as MoreDice,
)
from groundrules.ruleset.effects import (
    NoEffect as NoEffect,
)
from groundrules.ruleset.effects import (
    OnceScope as OnceScope,
)
from groundrules.ruleset.effects import (
    Pass as Pass,
)
from groundrules.ruleset.effects import (
    Perform as Perform,
)
from groundrules.ruleset.effects import (
    Permit as Permit,
)
from groundrules.ruleset.effects import (
    Qualifiers as Qualifiers,
)
from groundrules.ruleset.effects import (
    Replaces as Replaces,
)
from groundrules.ruleset.effects import (
    Reroll as Reroll,
)
from groundrules.ruleset.effects import (
    Scope as Scope,
)
from groundrules.ruleset.effects import (
    StopAfter as StopAfter,
)
from groundrules.ruleset.effects import (
    Treat as Treat,
)
from groundrules.ruleset.model import (
    FORMAT as FORMAT,
)
from groundrules.ruleset.model import (
    Action as Action,
)
from groundrules.ruleset.model import (
    Allowance as Allowance,
)
from groundrules.ruleset.model import (
    Band as Band,
)
from groundrules.ruleset.model import (
    CellPlace as CellPlace,
)
from groundrules.ruleset.model import (
    Cover as Cover,
)
from groundrules.ruleset.model import (
    Declared as Declared,
)
from groundrules.ruleset.model import (
    FieldSchema as FieldSchema,
)
from groundrules.ruleset.model import (
    GridSetting as GridSetting,
)
from groundrules.ruleset.model import (
    Group as Group,
)
from groundrules.ruleset.model import (
    Header as Header,
)
from groundrules.ruleset.model import (
    Number as Number,
)
from groundrules.ruleset.model import (
    NumberAdjust as NumberAdjust,
)
from groundrules.ruleset.model import (
    NumberPair as NumberPair,
)
from groundrules.ruleset.model import (
    Option as Option,
)
from groundrules.ruleset.model import (
    Origin as Origin,
)
from groundrules.ruleset.model import (
    Outcome as Outcome,
)
from groundrules.ruleset.model import (
    Revision as Revision,
)
from groundrules.ruleset.model import (
    Roll as Roll,
)
from groundrules.ruleset.model import (
    Rounding as Rounding,
)
from groundrules.ruleset.model import (
    Rule as Rule,
)
from groundrules.ruleset.model import (
    Ruleset as Ruleset,
)
from groundrules.ruleset.model import (
    Settings as Settings,
)
from groundrules.ruleset.model import (
    State as State,
)
from groundrules.ruleset.model import (
    Subject as Subject,
)
from groundrules.ruleset.model import (
    Terrain as Terrain,
)
from groundrules.ruleset.model import (
    Trait as Trait,
)
from groundrules.ruleset.model import (
    Value as Value,
)
from groundrules.ruleset.questions import (
    EVERYTHING as EVERYTHING,
)
from groundrules.ruleset.questions import (
    Question as Question,
)
from groundrules.ruleset.questions import (
    questions as questions,
)
from groundrules.ruleset.terms import (
    EVENTS as EVENTS,
)
from groundrules.ruleset.terms import (
    Agreed as Agreed,
)
from groundrules.ruleset.terms import (
    All as All,
)
from groundrules.ruleset.terms import (
    Any as Any,
)
from groundrules.ruleset.terms import (
    Binary as Binary,
)
from groundrules.ruleset.terms import (
    Compare as Compare,
)
from groundrules.ruleset.terms import (
    Condition as Condition,
)
from groundrules.ruleset.terms import (
    Dice as Dice,
)
from groundrules.ruleset.terms import (
    Event as Event,
)
from groundrules.ruleset.terms import (
    Expr as Expr,
)
from groundrules.ruleset.terms import (
    FieldOf as FieldOf,
)
from groundrules.ruleset.terms import (
    Is as Is,
)
from groundrules.ruleset.terms import (
    Measure as Measure,
)
from groundrules.ruleset.terms import (
    MeasureKind as MeasureKind,
)
from groundrules.ruleset.terms import (
    MoveLies as MoveLies,
)
from groundrules.ruleset.terms import (
    NameArg as NameArg,
)
from groundrules.ruleset.terms import (
    Neg as Neg,
)
from groundrules.ruleset.terms import (
    Not as Not,
)
from groundrules.ruleset.terms import (
    Num as Num,
)
from groundrules.ruleset.terms import (
    NumberOf as NumberOf,
)
from groundrules.ruleset.terms import (
    Param as Param,
)
from groundrules.ruleset.terms import (
    Rate as Rate,
)
from groundrules.ruleset.terms import (
    Read as Read,
)
from groundrules.ruleset.terms import (
    Share as Share,
)
from groundrules.ruleset.terms import (
    Stands as Stands,
)
from groundrules.ruleset.terms import (
    Term as Term,
)
from groundrules.ruleset.terms import (
    TermKind as TermKind,
)
from groundrules.ruleset.terms import (
    TotalOf as TotalOf,
)
from groundrules.ruleset.terms import (
    ValueOf as ValueOf,
)
