import { type TStringOptions, Type } from 'typebox'

/**
 * A text by a person: at most so many characters, and three bytes for each of them in JSON. Most letters take one to
 * three; a control character is escaped and takes six, so that without this bound a text could be sent at one length and
 * cost every reader a multiple of that.
 */
export const Text = (maxLength: number, options: TStringOptions = {}) =>
  Type.String({ maxLength, maxBytes: 3 * maxLength, ...options })

/** Joins the parts of one emoji: a farmer is a person, this, and a plant. */
const joined = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`
const emojiStyle = String.raw`(?<=\p{Extended_Pictographic})\uFE0F|\uFE0F(?=\u20E3)`
/** The flags of England, Scotland and the like are a black one with letters behind it. */
const flag = String.raw`(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007F}]`
/** Characters that turn the direction of writing, or take no room: two names that differ in these alone look the same. */
const unseen = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`

/** The allowed characters of a name that others see. */
export const seenAlone = `^(?:[^${unseen}]|${emojiStyle}|${joined}|${flag})*$`

/** Characters that are empty to the eye, whatever their width: a title of these alone could not be read, nor clicked on. */
const blank = String.raw`\s\p{Cc}\u2800${unseen}`

/** A name that its owner chose: as above, in one line and without control characters. */
export const chosenName = String.raw`^(?=.*[^${blank}])(?:[^\p{Cc}${unseen}]|${emojiStyle}|${joined}|${flag})+$`

/** A title: one line with at least one visible character. */
export const oneLine = String.raw`^(?=.*[^${blank}])[^\r\n\v\f\u0085\u2028\u2029]+$`

/** The hash of a transaction. */
export const TxHash = Text(66, { pattern: '^0x[0-9a-fA-F]{64}$' })

/** A token's symbol: at least one letter, and it may begin with a digit or `$`. */
export const tokenSymbol = '^(?=.*[A-Za-z])[$A-Za-z0-9][A-Za-z0-9._-]{0,19}$'
