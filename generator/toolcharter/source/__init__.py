"""Reading: files of a catalog become documents that know where everything stands."""
