export type Row = Readonly<Record<string, string | number | null>>

/** An empty database of one of the two engines, which is gone when it is disposed of. */
export type Store = AsyncDisposable & {
  readonly engine: 'SQLite' | 'PostgreSQL'
  /** Settings with which a service uses it. */
  readonly env: Readonly<Record<string, string>>
  query(sql: string): Promise<Row[]>
  /** What the engine itself can do: rows with a text of 1 KB that it commits a second, one by one, through the service's driver. */
  insertRate(connections: number, seconds: number): Promise<number>
}

export type OpenStore = () => Promise<Store>

export const kilobyte = 'x'.repeat(1_024)
