"""What the runtime keeps: rows, transactions over them, and the stores that hold them."""
