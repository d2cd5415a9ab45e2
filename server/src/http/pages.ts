/** A page of any list ends at its limit, or at about so many bytes, and leads on; whatever is in it. */
export const pageBytes = 1_000_000
