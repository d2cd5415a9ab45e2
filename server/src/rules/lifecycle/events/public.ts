import { events, eventValue, isEventKind, type QuestEvent } from './all.ts'

/** Written by the service into events of many kinds, where earlier versions did not keep a time exactly. */
const ofEveryKind = ['approximate']

/** The details of an event for the log, readable by everybody. */
export function publicDetailsOf(event: QuestEvent): Readonly<Record<string, unknown>> {
  const told = Object.entries(eventValue(event).told ?? {}).map(([name, tell]) => [name, tell(event)])
  return keepPublic(event.kind, { ...event, ...Object.fromEntries(told) })
}

/** None for a kind that this version does not know. */
export function keepPublic(
  kind: string,
  details: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = new Set([...ofEveryKind, ...publicNamesOf(kind)])
  return Object.fromEntries(Object.entries(details).filter(([name]) => names.has(name)))
}

function publicNamesOf(kind: string): readonly string[] {
  if (!isEventKind(kind)) return []
  const { public: names, told = {}, former = [] } = events[kind]
  return [...names, ...Object.keys(told), ...former]
}
