"""Lists typed from paper: the grid, photos, sums, second typing."""
