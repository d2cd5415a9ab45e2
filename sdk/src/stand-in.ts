import { loadPart } from './load-part.ts'
import type { Connection } from './transport.ts'

type Calls = Readonly<Record<string, (...given: unknown[]) => unknown>>

/** Calls of an area by their names; the first of them loads the area. */
export function standIn<T extends object>(
  connection: Connection,
  names: string,
  load: () => Promise<(connection: Connection) => T>,
): T {
  const call =
    (name: string) =>
    async (...given: unknown[]) => {
      const asker = asCalled(connection)
      const area = (await loadPart(load))(asker) as Calls
      return area[name]?.(...given)
    }
  return Object.fromEntries(names.split(' ').map(name => [name, call(name)])) as T
}

/** The connection with its present token: a sign-in while the area is loaded must not change who asks. */
function asCalled(connection: Connection): Connection {
  const { token } = connection
  return {
    ...connection,
    get token() {
      return token
    },
    set token(next) {
      // A call that ends its session ends no other.
      if (next !== null || connection.token === token) connection.token = next
    },
  }
}
