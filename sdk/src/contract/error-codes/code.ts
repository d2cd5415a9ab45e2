/** A stable name of a failure: its status, what it means, and how to go on. */
export type Code = { readonly status: number; readonly means: string; readonly next: string }
