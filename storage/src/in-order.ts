import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Placed = { readonly at: number; readonly id: string; readonly text: string }

const mostInMemory = 1_000
const atOnce = 100

/** Sorts what exceeds memory through an unnamed file in the folder: the database would do it in one piece, SQLite in one turn. */
export async function* inOrder(
  texts: AsyncIterable<readonly Placed[]>,
  folder: string,
): AsyncGenerator<readonly string[]> {
  let waiting: Placed[] = []
  let file: ReturnType<typeof openFile> | null = null
  try {
    for await (const some of texts) {
      waiting.push(...some)
      if (waiting.length < (file === null ? mostInMemory : atOnce)) continue
      file ??= openFile(folder)
      file.add(waiting)
      waiting = []
    }
    if (file === null) yield waiting.toSorted(compare).map(({ text }) => text)
    else {
      file.add(waiting)
      yield* file.read()
    }
  } finally {
    file?.close()
  }
}

function compare(one: Placed, other: Placed): number {
  return one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id))
}

function openFile(folder: string) {
  const name = join(folder, `.aside-${randomUUID()}`)
  const database = new DatabaseSync(name)
  for (const statement of [
    'pragma locking_mode = exclusive',
    // Off is refused, and leaves one with a name in the folder.
    'pragma journal_mode = memory',
    'pragma synchronous = off',
    'create table texts (at integer, id text, number integer, text text, primary key (at, id, number)) without rowid',
  ])
    database.exec(statement)
  rmSync(name)
  const insert = database.prepare('insert into texts values (?, ?, ?, ?)')
  let number = 0
  return {
    add(some: readonly Placed[]): void {
      database.exec('begin')
      for (const { at, id, text } of some) insert.run(at, id, number++, text)
      database.exec('commit')
    },
    *read(): Generator<readonly string[]> {
      let some: string[] = []
      for (const { text } of database.prepare('select text from texts order by at, id, number').iterate()) {
        some.push(text as string)
        if (some.length < atOnce) continue
        yield some
        some = []
      }
      yield some
    },
    close: () => database.close(),
  }
}
