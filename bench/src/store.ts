export type Row = Readonly<Record<string, string | number | null>>

/** An empty database of one of the two engines, removed on disposal. */
export type Store = AsyncDisposable & {
  readonly engine: 'SQLite' | 'PostgreSQL'
  readonly env: Readonly<Record<string, string>>
  query(sql: string): Promise<Row[]>
  /** The engine's own speed: rows with a text of 1 KB committed a second, one by one, through the service's driver. */
  insertRate(connections: number, seconds: number): Promise<number>
}

export type OpenStore = () => Promise<Store>

export const kilobyte = 'x'.repeat(1_024)
