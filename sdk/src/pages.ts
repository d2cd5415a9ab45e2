import type { Page } from './transport.ts'

/**
 * Every page of a list, to its end: `for await (const works of everyPage(from => furrow.payouts.due({ token, ...from })))`.
 * @throws FurrowError as `read` does
 */
export async function* everyPage<T>(
  read: (from: { readonly cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  for (let from: { readonly cursor?: string } = {}; ; ) {
    const { items, cursor } = await read(from)
    yield items
    if (cursor === null) return
    from = { cursor }
  }
}
