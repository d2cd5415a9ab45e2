import { privateKeyToAccount } from 'viem/accounts'
import { names } from '../../server/test/traffic/village.ts'

const people = Object.fromEntries(
  names.map((name, index) => [name, privateKeyToAccount(`0x${String(index + 1).repeat(64)}`).address]),
)

/** Those people of the story whom requests name, as variables of the environment. */
export function addressesOf(): Record<string, string> {
  const { giver, farmer, neighbour, genesis } = people as Record<(typeof names)[number], string>
  return { giver, farmer, neighbour, genesis }
}

/** The variable that stands for the hexadecimal digits of an operation's example: their form does not say of which kind they are. */
export const hexadecimal: Readonly<Record<string, string>> = {
  changeChannel: 'channelId',
  removeChannel: 'channelId',
  testChannel: 'channelId',
  endSession: 'sessionId',
  revokeKey: 'keyId',
  showPaidMany: 'txHash',
}

/** Which variables a request keeps from its answer. */
export const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  postQuest: { questId: 'res.body.id', updatedAt: 'res.body.updatedAt' },
  'changeQuest-edit': { updatedAt: 'res.body.updatedAt' },
  'changeQuest-in-progress': { updatedAt: 'res.body.updatedAt' },
  'changeQuest-open': { updatedAt: 'res.body.updatedAt' },
  postComment: { commentId: 'res.body.id' },
  sendMail: { mailId: 'res.body.id' },
  createDraft: { draftId: 'res.body.id' },
  propose: { proposalId: 'res.body.id' },
  addFollow: { followId: 'res.body.id' },
  addChannel: { channelId: 'res.body.id' },
  uploadFile: { fileId: 'res.body.id' },
}

/** The text of an example with variables in it. */
export function asVariables(text: string, digits?: string): string {
  const named = Object.entries(addressesOf()).reduce(
    (rest, [name, address]) => rest.replaceAll(new RegExp(address, 'gi'), `{{${name}}}`),
    text,
  )
  return named
    .replaceAll(/\b([a-z]+)-\d{13}-[0-9a-z]{36}\b/g, '{{$1Id}}')
    .replaceAll(/(?<="expectedUpdatedAt": ")[^"]+/g, '{{updatedAt}}')
    .replaceAll(/(?<="(?:deadline|until|endsAt)": ")[^"]+/g, '{{nextMonth}}')
    .replaceAll(/(?<![\w])(?:0x)?[0-9a-f]{16,64}(?![\w])/g, digits === undefined ? '$&' : `{{${digits}}}`)
}
