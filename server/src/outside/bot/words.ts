import { communityName } from '../../ground/config/community.ts'
import type { Config } from '../../ground/config/config.ts'
import { tellRecord } from '../../people/profile/payer-words.ts'
import type { IssueStanding, Standing } from './standing.ts'

/** Invisible mark by which the service recognizes its own comment. */
export function markOf(repoKey: string, issue: number): string {
  return `<!-- furrow: ${repoKey}#${issue} -->`
}

/**
 * The comment as Markdown. It holds nothing that somebody typed, so that nobody can speak, or call others, in the service's
 * name; and no time that passes, so that it changes only when something happened.
 */
export function tellStanding(
  { draft, quests, refused, unassignable }: IssueStanding,
  { community, publicUrl }: Pick<Config, 'community' | 'publicUrl'>,
): string {
  const lines = quests.map(quest => `- ${tellQuest(quest, publicUrl)}`)
  if (draft !== null)
    lines.push(
      `- A quest for this issue waits for its giver, who [looks it over and posts it](${publicUrl}/quests/new?draft=${draft}). No money has moved.`,
    )
  if (lines.length === 0) lines.push('- No quest is posted for this issue.')
  if (unassignable.length > 0)
    lines.push(
      // In code, which calls nobody.
      `- The host does not let ${unassignable.map(login => `\`${plainLogin(login)}\``).join(', ')} be assigned: it takes people who may push, or wrote in the issue.`,
    )
  if (refused !== null) lines.push(`- ${refused}`)
  const name = communityName({ community }).replace(/[^\p{L}\p{N} .-]/gu, '')
  const ends = quests.some(({ isLive }) => isLive)
    ? '\n\nA merged pull request that closes this issue proves the work.'
    : ''
  const begins = quests.some(({ free, paused }) => free > 0 && !paused)
    ? `\n\nTo take it, accept it on its page; or [prove this account and turn commands on](${publicUrl}/profile) once, and write \`/take\` here. \`/drop\` gives it back.`
    : ''
  return `**On [${name}](${publicUrl})**\n\n${lines.join('\n')}${ends}${begins}`
}

/** A name as a host gives it, without anything that would mark text up. */
export const plainLogin = (login: string) => login.replace(/[^\w.-]/g, '')

function tellQuest(quest: Standing, publicUrl: string): string {
  const each = quest.places > 1 ? ' each' : ''
  const line = `[**${quest.amount} ${quest.token}**${each}](${publicUrl}/quests/${quest.id}): ${tellPlaces(quest)}`
  if (!quest.isLive) return line
  const locked = quest.locked ? `; ${quest.amount} ${quest.token}${each} locked` : ''
  return `${line}\n  pays: ${tellRecord(quest.record)}${locked}`
}

function tellPlaces(quest: Standing): string {
  const { places, free, paused, accepted, inReview, disputed, released, paid } = quest
  const open = places === 1 ? 'open' : `${free} of ${places} places open`
  const said = [
    ...(free > 0 ? [paused ? 'takes nobody for now' : open] : []),
    ...count(accepted, places, 'taken'),
    ...count(inReview, places, 'done, and in review'),
    ...count(disputed, places, 'in dispute'),
    ...count(released - paid, places, 'released, and booked'),
    ...count(paid, places, 'paid'),
  ]
  if (quest.cancelled) said.push('cancelled')
  return said.length === 0 ? 'over' : said.join(', ')
}

function count(number: number, places: number, what: string): string[] {
  if (number === 0) return []
  return [places === 1 ? what : `${number} ${what}`]
}
