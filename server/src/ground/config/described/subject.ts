export type Described = {
  readonly names: readonly string[]
  readonly words: string
  /** Defaults that the reader does not know, as they would be set: a test sets each, and nothing may change. */
  readonly usual?: Readonly<Record<string, string>>
  /** Words for the default where no single value says it. */
  readonly unset?: Readonly<Record<string, string>>
  /** Read by another program than the service, such as the demo: no reader knows it. */
  readonly elsewhere?: true
}

export type Subject = {
  readonly title: string
  readonly about?: string
  readonly settings: readonly Described[]
}
