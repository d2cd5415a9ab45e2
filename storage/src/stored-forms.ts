/** A text in JSON. */
export type Json = string

/** A text that only a key derived from the signing secret opens. */
export type Sealed = string

/** A repository as `owner/name` in lower case: hosts compare names without case. */
export type RepoKey = string
