/** Settings that one sentence of the documents speaks of. */
export type Described = {
  readonly names: readonly string[]
  /** Markdown, beside their names in the table. */
  readonly words: string
  /** Defaults that the reader does not know, as they would be set: a test sets each, and nothing may change. */
  readonly usual?: Readonly<Record<string, string>>
  /** What holds where one is unset and no single value says it. */
  readonly unset?: Readonly<Record<string, string>>
}

export type Subject = {
  readonly title: string
  readonly about?: string
  readonly settings: readonly Described[]
}
