"""Cards on paper: one HTML file that prints nine of 63 × 88 mm to a page, each as it fits, never clipped."""

from groundrules.cards.printing.faces import Face, Fit, TooLarge, faces, fit
from groundrules.cards.printing.pages import NotPrinted, Printed, Unprintable, print_deck

__all__ = ["Face", "Fit", "NotPrinted", "Printed", "TooLarge", "Unprintable", "faces", "fit", "print_deck"]
