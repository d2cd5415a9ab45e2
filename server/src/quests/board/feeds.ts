import type { Quest } from '@furrow/sdk/contract'
import { Feed } from 'feed'
import { createEvents, type EventAttributes } from 'ics'
import { tellRecord } from '../../people/profile/payer-words.ts'

export type Site = { readonly name: string; readonly origin: string; readonly url: string }

/** Atom is RFC 4287. */
export function writeAtom(quests: readonly Quest[], { name, origin, url }: Site): string {
  const title = clean(`Quests of ${name}`)
  const feed = new Feed({
    id: url,
    title,
    link: `${origin}/`,
    feedLinks: { atom: url },
    generator: false,
    updated: newest(quests),
  })
  for (const quest of quests) {
    const { id, title, createdAt, updatedAt, skills } = quest
    feed.addItem({
      id: `urn:furrow:quest:${id}`,
      title: clean(title),
      link: linkTo(origin, quest),
      published: new Date(createdAt),
      date: new Date(updatedAt),
      category: skills.map(skill => ({ name: clean(skill), term: clean(skill) })),
      content: toHtml(`${summaryOf(quest)}\n\n${quest.description}`),
    })
  }
  return feed.atom1()
}

/** Calendars are RFC 5545. */
export function writeCalendar(quests: readonly Quest[], { name, origin }: Site): string {
  const events = quests.flatMap((quest): EventAttributes[] => {
    const { id, title, deadline, createdAt, updatedAt } = quest
    if (!deadline) return []
    // The library's types ask for an end, which a moment does not have.
    const event = {
      uid: `${id}@furrow`,
      title: clean(title),
      description: clean(summaryOf(quest)),
      url: linkTo(origin, quest),
      start: Date.parse(deadline),
      startOutputType: 'utc',
      created: Date.parse(createdAt),
      lastModified: Date.parse(updatedAt),
      busyStatus: 'FREE',
    }
    return [event as EventAttributes]
  })
  const calName = clean(`Quests of ${name}`).replace(/[\\;,]/g, '\\$&')
  const { error, value } = createEvents(events, { productId: '-//Furrow//Quests//EN', calName })
  if (error) throw error
  return foldLines(value ?? '')
}

/** RFC 5545 folds at 75 bytes, not at as many letters. */
function foldLines(text: string): string {
  const unfolded = text.replace(/\r\n[\t ]/g, '').split('\r\n')
  return unfolded.map(line => foldLine(line)).join('\r\n')
}

function foldLine(line: string): string {
  let [folded, bytes] = ['', 0]
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += size
  }
  return folded
}

function summaryOf({ reward, maxFarmers, deadline, giverRecord, backing }: Quest): string {
  const places = maxFarmers === 1 ? 'one farmer' : `each of ${maxFarmers} farmers`
  const pays = giverRecord === undefined ? '' : ` The giver pays: ${tellRecord(giverRecord)}.`
  const locked = backing === 'escrow' ? ' The reward is locked in a contract.' : ''
  return `${reward} for ${places}${deadline ? `, until ${deadline}` : ''}.${pays}${locked}`
}

function linkTo(origin: string, { id }: Quest): string {
  return `${origin}/quests/${encodeURIComponent(id)}`
}

/** The newest change of them, so that the same quests give the same bytes; the epoch without any. */
function newest(quests: readonly Quest[]): Date {
  return new Date(Math.max(0, ...quests.map(({ updatedAt }) => Date.parse(updatedAt))))
}

/** Markdown becomes plain text: nobody's HTML reaches a reader. */
function toHtml(text: string): string {
  const letters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br/>' }
  return clean(text).replace(/[&<>\n]/g, letter => letters[letter] ?? '')
}

/** Drops characters that XML 1.0 does not know, not even escaped; a calendar needs none of them either. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '')
}
