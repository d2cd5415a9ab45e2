import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CommandKind, commandKinds, commands } from '../src/rules/lifecycle/commands/all.ts'
import type { EventKind } from '../src/rules/lifecycle/events/all.ts'
import type { Refusal } from '../src/rules/lifecycle/refusal.ts'

export const lifecycle = join(import.meta.dirname, '../src/rules/lifecycle')

/** Everything that the specification in hand has played: forgotten before the next one, which may share this module. */
const played = { commands: new Set<CommandKind>(), events: new Set<EventKind>(), refusals: new Set<string>() }

export function noteGiven(kind: CommandKind): void {
  played.commands.add(kind)
}

/** An event counts once everything that follows from it was compared. */
export function noteEntailed(kind: EventKind): void {
  played.events.add(kind)
}

export function noteRefused({ stack = '' }: Refusal): void {
  const places = [...stack.matchAll(/rules\/lifecycle\/([\w/-]+\.ts:\d+)/g)].map(([, place]) => place)
  // The first one is where its class is.
  const place = places.find(place => !place?.startsWith('refusal.ts'))
  if (place !== undefined) played.refusals.add(place)
}

/**
 * Ends a specification: fails unless it has played each command and each refusal of these files of `lifecycle/`, and each of
 * these kinds of events. `complete.test.ts` reads the arguments, and holds that nothing is left out of all of them.
 */
export function covers(files: readonly string[], events: readonly EventKind[] = []): void {
  beforeAll(() => {
    for (const kinds of Object.values(played)) kinds.clear()
  })
  test(`every command, refusal and event of it is played: ${[...files, ...events].join(', ')}`, async () => {
    const declared = await Promise.all(files.map(commandsOf))
    expect({
      commands: declared.flat().filter(kind => !played.commands.has(kind)),
      refusals: files.flatMap(refusalsOf).filter(place => !played.refusals.has(place)),
      events: events.filter(kind => !played.events.has(kind)),
    }).toEqual({ commands: [], refusals: [], events: [] })
  })
}

/** The kinds of the commands that a file of `lifecycle/` declares. */
export async function commandsOf(file: string): Promise<readonly CommandKind[]> {
  const values = new Set(Object.values<unknown>(await import(join(lifecycle, file))))
  return file.endsWith('/all.ts') ? [] : commandKinds.filter(kind => values.has(commands[kind]))
}

/** Where a file of `lifecycle/` makes refusals, each as `file:line`. */
export function refusalsOf(file: string): readonly string[] {
  const lines = readFileSync(join(lifecycle, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => (line.includes('new Refusal(') ? [`${file}:${index + 1}`] : []))
}
