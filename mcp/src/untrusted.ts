/**
 * Characters that people do not see, and models read: zero width, bidi controls, variation selectors, the tag block
 * (U+E0000), interlinear marks, and controls other than tab and line feed.
 */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u{FFF9}-\u{FFFB}\u{E0000}-\u{E0FFF}]|(?![\t\n])\p{Cc}/gu
/** A comment without an end hides the rest of its text in HTML, too. */
const comment = /<!--[\s\S]*?(?:--!?>|$)/g

/** Takes from a text all that a person would not see on a page. */
export function strip(text: string): string {
  let rest = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(invisible, '')
  // A comment that is taken out may leave another behind: <!-<!-- -->- -->
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(comment, '')
  }
  return rest
}

/** Names of fields that the service makes, or checks to have a form without room for words. */
const madeByService = new Set(
  (
    'id quest questId payee commentId address giver farmer from to actor by payer confirmedBy decidedBy status kind role side type how ' +
    'rewardToken token tokenAddress escrow escrowId admission holdReason rail unpaid countsAs backing because call as via ' +
    'companionOf rewardWithBackers state tipped amount amountEach released refunded paid booked hash txHash link at due deadline next cursor rank call code'
  ).split(' '),
)
const isTime = (name: string) => /[a-z](At|Date)$/.test(name)
const word = /^[\w.:+/@-]{1,200}$/

type Json = Readonly<Record<string, unknown>>

/**
 * Moves all words of strangers in an answer of the service into fields named `untrusted`, each beside what it belongs to, and
 * strips them. A text counts as a stranger's unless its field is known to hold none: a new field of the service is untrusted
 * until it is named here.
 */
export function markUntrusted(value: object): object {
  return mark(value) as object
}

function mark(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(item => (typeof item === 'string' ? said([item])[0] : mark(item)))
  if (typeof value !== 'object' || value === null) return value
  const trusted: Record<string, unknown> = {}
  const untrusted: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value as Json)) {
    const isMade = (text: string) => (madeByService.has(name) || isTime(name)) && word.test(text)
    if (typeof member === 'string')
      (isMade(member) ? trusted : untrusted)[name] = isMade(member) ? member : strip(member)
    else if (isTexts(member)) untrusted[name] = member.map(strip)
    else trusted[name] = mark(member)
  }
  return Object.keys(untrusted).length === 0 ? trusted : { ...trusted, untrusted }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')

/** A text in a list of other things has no field of its own. */
const said = (texts: string[]) => texts.map(text => ({ untrusted: strip(text) }))
