"""Files and folders: reading, roots and ``use``, caches, checking, building, atomic writing."""
