/** The interface's names, and the common words for them. */
const names: Readonly<Record<string, string>> = {
  category: 'the category',
  chainId: 'the chain',
  codehostIssue: 'the issue',
  codehostRepo: 'the repository',
  codehostToken: "the code host's token",
  codehostUsername: 'the account at the code host',
  comment: 'the comment',
  commentId: 'the comment',
  deadline: 'the deadline',
  description: 'the description',
  draftId: 'the draft',
  ensAddress: 'the ENS name',
  giverProfile: 'your profile as a giver',
  guild: 'the guild',
  maxFarmers: 'the number of places',
  message: 'the message',
  messageId: 'the letter',
  note: 'the note',
  questId: 'the quest',
  rating: 'the rating',
  reason: 'the reason',
  replyTo: 'the comment that you answer',
  reward: 'the reward',
  rewardAmount: 'the reward',
  rewardToken: 'the token',
  skills: 'the skills',
  subject: 'the subject',
  text: 'the text',
  title: 'the title',
  txHash: 'the transaction',
  url: 'the address',
  website: 'the website',
}

/** Phrases of the schema, and plain ones for them. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/must NOT have fewer than 1 (characters|items)/, 'must not be empty'],
  [/must NOT have fewer than (\d+) characters/, 'must have at least $1 characters'],
  [/must NOT have fewer than (\d+) items/, 'must have at least $1 entries'],
  [/must NOT have more than (\d+) characters/, 'must have at most $1 characters'],
  [/must NOT have more than (\d+) items/, 'must have at most $1 entries'],
  [/must NOT have duplicate items.*/, 'must not have anything twice.'],
  [/must be >= /, 'must be at least '],
  [/must be <= /, 'must be at most '],
  [/must be > /, 'must be more than '],
  [/must be < /, 'must be less than '],
  [/must be integer/, 'must be a whole number'],
  [/must be number/, 'must be a number'],
  [/must be string/, 'must be words'],
  [/must match format "date-time"/, 'must be a date and a time'],
  [/must match format "uri"/, 'must be an address on the web'],
]

/** A field at the beginning of a sentence, at any depth, and whether it is one of a list. */
const beginning = /^(?:[a-z]\w*\.)*([a-z]\w*?)(\.\d+)?(?= (?:must|is|does|needs|has|cannot)\b)/

/**
 * Anywhere else, only names that nobody would write in prose: `codehostRepo`, and not `title`; nor a call, such as
 * `returnWork(...)`.
 */
const inside = /(\b(?:[Tt]his|[Tt]hat|[Tt]he|[Nn]o|an?) )?\b([a-z]+[A-Z][A-Za-z]*)\b(?!\()/g

/** The service's sentence about a request, in words for people who filled in a form. */
export function plainWords(sentence: string): string {
  const begun = sentence.replace(beginning, (told, field: string, one?: string) => {
    const name = names[field]
    if (name === undefined) return told
    return one === undefined ? name : `one of ${name}`
  })
  const named = begun.replace(inside, (told, article: string | undefined, field: string) => {
    const name = names[field]
    if (name === undefined) return told
    return article === undefined ? name : article + name.replace(/^the /, '')
  })
  const said = phrases.reduce((text, [pattern, plain]) => text.replace(pattern, plain), named)
  return said.charAt(0).toUpperCase() + said.slice(1)
}
