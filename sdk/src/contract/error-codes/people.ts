import type { Code } from './code.ts'

/** Profiles, names, mail, files, and channels of notifications. */
export const peopleCodes = {
  'profile-not-found': {
    status: 404,
    means: 'There is no profile of this address yet.',
    next: 'Its owner signs in once.',
  },
  'name-taken': {
    status: 400,
    means: 'The name belongs to another address.',
    next: 'Choose another one.',
  },
  'account-taken': {
    status: 400,
    means: 'The account at the code host is linked to another address.',
    next: 'Unlink it there first.',
  },
  'passkeys-off': {
    status: 400,
    means: 'This service has no accounts by passkey.',
    next: 'Sign in with a wallet.',
  },
  'passkey-elsewhere': {
    status: 400,
    means: 'The account of the passkey has another address than the caller.',
    next: 'Sign in with that passkey first.',
  },
  'passkey-taken': {
    status: 400,
    means: 'Another address has a passkey of this name.',
    next: 'Make another passkey.',
  },
  'passkey-not-found': {
    status: 404,
    means: 'No account here has this passkey.',
    next: 'Sign in on the device that made it, which keeps it here.',
  },
  'gas-not-paid': {
    status: 404,
    means: 'Nobody pays the gas of transactions on this chain.',
    next: 'Pay it with your wallet; `sponsoredGas` in `GET /config` lists the chains.',
  },
  'gas-for-known': {
    status: 403,
    means: 'The gas is paid for people who are known here alone.',
    next: 'Prove your account at the code host, or finish a quest.',
  },
  'access-token-refused': {
    status: 400,
    means: 'The code host does not accept the access token.',
    next: 'Begin the link again.',
  },
  'codehost-code-refused': {
    status: 400,
    means: 'The code host refused the code.',
    next: 'A code is good once: begin the link again.',
  },
  'ens-name-invalid': {
    status: 400,
    means: 'This is no ENS name.',
    next: 'Send a normalized name, such as name.eth.',
  },
  'ens-name-elsewhere': {
    status: 400,
    means: 'The name does not resolve to your address.',
    next: 'Set its address record first.',
  },
  'name-not-found': {
    status: 404,
    means: 'Nobody has this name, or the address has none.',
    next: 'There is nothing to do.',
  },
  'message-not-found': {
    status: 404,
    means: 'You have no such message.',
    next: 'Look at your mailbox.',
  },
  'block-not-found': {
    status: 404,
    means: 'You do not block this address.',
    next: 'There is nothing to do.',
  },
  'person-left': {
    status: 400,
    means: 'This person has deleted their account, and reads nothing here.',
    next: 'Write to somebody else.',
  },
  'file-not-found': {
    status: 404,
    means: 'There is no such file that you may see.',
    next: 'Look at the list of your files.',
  },
  'file-empty': {
    status: 400,
    means: 'The form has no file, or an empty one.',
    next: 'Send it in the field "file".',
  },
  'file-harmful': {
    status: 400,
    means: 'The scanner knows the file as harmful.',
    next: 'Clean it, or send another one.',
  },
  'file-in-use': {
    status: 400,
    means: 'The file is evidence in a dispute.',
    next: 'Delete it when that is decided.',
  },
  'file-too-large': {
    status: 413,
    means: 'The file has more bytes than one may have.',
    next: 'Make it smaller.',
  },
  'file-type-unknown': {
    status: 415,
    means: 'The file is of no type that is kept here.',
    next: 'Send PNG, JPEG, WebP, GIF, PDF, or plain text.',
  },
  'form-needed': {
    status: 415,
    means: 'A file is sent as a form.',
    next: 'Send multipart/form-data.',
  },
  'image-unreadable': {
    status: 400,
    means: 'The image is broken, or takes too long to read.',
    next: 'Save it again, or make it smaller.',
  },
  'image-too-large': {
    status: 413,
    means: 'The image has more pixels or frames than are read.',
    next: 'Make it smaller.',
  },
  'picture-not-found': {
    status: 404,
    means: 'There is no picture here.',
    next: 'Show the initials or nothing.',
  },
  'channel-not-found': {
    status: 404,
    means: 'You have no such channel.',
    next: 'Look at the list of your channels.',
  },
  'has-channel': {
    status: 400,
    means: 'You have this channel already.',
    next: 'There is nothing to do.',
  },
  'channel-unconfirmed': {
    status: 400,
    means: 'The address of the channel is not confirmed yet.',
    next: 'Follow the link that was sent there.',
  },
  'channel-off': {
    status: 400,
    means: 'The channel is off.',
    next: 'Switch it on first.',
  },
  'channel-invalid': {
    status: 400,
    means: 'What the channel needs is missing or wrong.',
    next: 'Read the sentence in `error`.',
  },
  'follow-not-found': {
    status: 404,
    means: 'You follow no such filter.',
    next: 'Look at the list of what you follow.',
  },
  'follow-not-open': {
    status: 400,
    means: 'The filter asks for quests that are not open.',
    next: 'Leave status out, or make it open.',
  },
  'mail-link-invalid': {
    status: 400,
    means: 'The link is not whole, or none of this service.',
    next: 'Copy the whole link from the e-mail.',
  },
  'mail-link-expired': {
    status: 400,
    means: 'The link is not good any more.',
    next: 'Ask for another one where you added the address.',
  },
  'credentials-off': {
    status: 400,
    means: 'This service does not sign credentials of that form.',
    next: 'GET /config says which it signs.',
  },
  'credential-not-found': {
    status: 404,
    means: 'There is no such credential, or no such status list.',
    next: 'Compare the id with the link that you were given.',
  },
  'payment-not-proved': {
    status: 400,
    means: 'No chain shows that the giver, or the contract, paid this work.',
    next: 'The giver pays it from their wallet and shows the transaction; a word is no proof.',
  },
  'merge-not-proved': {
    status: 400,
    means: 'No merged pull request proves this work, or nobody but the farmer had a hand in it.',
    next: 'A credential is for work that somebody else merged.',
  },
} as const satisfies Readonly<Record<string, Code>>
