import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inOrder, type Placed } from './in-order.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'in-order-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Texts in their order, with ties of the time, and of time and id. */
function textsOf(count: number): Placed[] {
  return Array.from({ length: count }, (_, index) => ({
    at: Math.floor(index / 6),
    id: `id-${Math.floor(index / 2) % 3}`,
    text: `text ${index}`,
  }))
}

/** As they come, in pieces: the later times first, and those of the same time and id in their order. */
async function* inPieces(texts: readonly Placed[]): AsyncGenerator<readonly Placed[]> {
  const coming = texts.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1) * Number(a.id !== b.id))
  for (let from = 0; from < coming.length; from += 37) yield coming.slice(from, from + 37)
}

/** The folder's names, and the files of it that this process still holds; only Linux can tell those. */
async function leftIn(folder: string): Promise<string[]> {
  const names = process.platform === 'linux' ? await readdir('/proc/self/fd') : []
  const paths = await Promise.all(names.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return [...(await readdir(folder)), ...paths.filter(path => path.startsWith(folder))]
}

test.each([0, 1, 999, 1_000, 2_345])('of %d texts each is there once, in its order', async count => {
  const folder = await createFolder()
  const texts = textsOf(count)
  const sorted: string[] = []
  for await (const some of inOrder(inPieces(texts), folder)) {
    sorted.push(...some)
    // No name, so that nobody else opens it, and none is left by a process that dies.
    expect(await readdir(folder)).toEqual([])
  }
  expect(sorted).toEqual(texts.map(({ text }) => text))
  expect(await leftIn(folder)).toEqual([])
})

test('texts that nobody reads to their end leave no file behind', async () => {
  const folder = await createFolder()
  for await (const _ of inOrder(inPieces(textsOf(2_345)), folder)) break
  expect(await leftIn(folder)).toEqual([])
})
