import type { Code } from './code.ts'

/** Sign-in, sessions, API keys, quotas, Idempotency-Key, and frozen wallets. */
export const accessCodes = {
  'token-missing': {
    status: 401,
    means: 'This needs a token, and none was sent.',
    next: 'Sign in, and send Authorization: Bearer <token>.',
  },
  'token-malformed': {
    status: 401,
    means: 'The Authorization header cannot be read.',
    next: 'Send one header: Authorization: Bearer <token>.',
  },
  'token-invalid': {
    status: 401,
    means: 'The token is none that this service has signed.',
    next: 'Sign in again.',
  },
  'token-expired': {
    status: 401,
    means: 'The token has expired.',
    next: 'Sign in again.',
  },
  'session-ended': {
    status: 401,
    means: 'This session was ended by its owner or by a moderator.',
    next: 'Sign in again.',
  },
  'session-needed': {
    status: 401,
    means: 'This is for sessions, and an API key is none.',
    next: 'Sign in with the wallet.',
  },
  'key-invalid': {
    status: 401,
    means: 'The API key is not known.',
    next: 'Make another one.',
  },
  'key-ended': {
    status: 401,
    means: 'The API key was ended with the sessions of its wallet.',
    next: 'Make another one.',
  },
  'key-expired': {
    status: 401,
    means: 'The days of the API key are over.',
    next: 'Make another one.',
  },
  'nonce-mismatch': {
    status: 401,
    means: 'The message, the nonce and the nonceToken do not belong together.',
    next: 'Ask for a nonce, sign a message with it, and send all three as they came.',
  },
  'address-mismatch': {
    status: 401,
    means: 'The nonce was given to another address than the one that signs in.',
    next: 'Ask for a nonce for the address that signs.',
  },
  'nonce-used': {
    status: 401,
    means: 'The nonce was used before.',
    next: 'Ask for a new one, and sign again.',
  },
  'nonce-spent': {
    status: 401,
    means: 'The nonce was tried too often in vain.',
    next: 'Ask for a new one, and sign again.',
  },
  'domain-mismatch': {
    status: 401,
    means: 'The message was signed for another domain than those of this service.',
    next: 'Sign a message whose domain and URI are those of this service.',
  },
  'statement-mismatch': {
    status: 401,
    means: 'The statement of the message does not say what is to be done.',
    next: 'Sign a message with the statement in `error`.',
  },
  'message-expired': {
    status: 401,
    means: 'The Expiration Time of the message has passed.',
    next: 'Ask for a new nonce, and sign again.',
  },
  'message-too-early': {
    status: 401,
    means: 'The Not Before of the message is still to come.',
    next: 'Wait, or sign another message.',
  },
  'signature-invalid': {
    status: 401,
    means: 'The signature is not of this address for just these words.',
    next: 'Sign again with the wallet of the address.',
  },
  'wrong-chain': {
    status: 401,
    means: 'This smart wallet signs in through another chain.',
    next: 'Sign a message with the Chain ID that the sentence in `error` names.',
  },
  'message-malformed': {
    status: 400,
    means: 'The message is no sign-in message (EIP-4361), or longer than one has to be.',
    next: 'Write it with a SIWE library.',
  },
  'key-terms-invalid': {
    status: 400,
    means: 'The signed message does not name the terms of an API key as they have to be.',
    next: 'Name it, its scopes and its days in resources, as the sentence in `error` says.',
  },
  'client-unknown': {
    status: 400,
    means: 'The program that asks for an API key is not known.',
    next: 'Register it anew at /oauth/register, or mend the document at its client_id.',
  },
  'redirect-unknown': {
    status: 400,
    means: 'The program has not registered the address that its code would go to.',
    next: 'Ask with a redirect_uri of its registration, to the letter.',
  },
  'key-request-invalid': {
    status: 400,
    means: 'The program asks for an API key in a way that cannot be granted.',
    next: 'Ask as the sentence in `error` says.',
  },
  'too-many-keys': {
    status: 400,
    means: 'Your wallet has as many API keys as it may.',
    next: 'Revoke one that you do not need.',
  },
  'idempotency-key-invalid': {
    status: 400,
    means: 'The Idempotency-Key is no string of ASCII characters in quotes.',
    next: 'Send "<key>" with 1 to 255 characters.',
  },
  'idempotency-key-in-use': {
    status: 409,
    means: 'A request with this Idempotency-Key is under way.',
    next: 'Wait for the seconds in the Retry-After header, and send it again.',
  },
  'idempotency-key-reused': {
    status: 422,
    means: 'This Idempotency-Key was used with another request.',
    next: 'Give each request a key of its own.',
  },
  'key-not-allowed': {
    status: 403,
    means: 'No API key can do this.',
    next: 'Sign in with the wallet.',
  },
  'scope-missing': {
    status: 403,
    means: 'The API key lacks the scope for this.',
    next: 'Make a key that has the scope in `error`, or sign in with the wallet.',
  },
  'own-address-only': {
    status: 403,
    means: 'This can be done for your own address only.',
    next: 'Leave the address out, or sign in with that wallet.',
  },
  'wallet-frozen': {
    status: 403,
    means: 'Moderators have frozen your wallet.',
    next: 'Finish what is under way; you can answer the decision.',
  },
  'other-wallet-frozen': {
    status: 403,
    means: 'Moderators have frozen the wallet that this is for.',
    next: 'Choose somebody else.',
  },
  'moderators-only': {
    status: 403,
    means: 'Only the platform wallet and the moderators may do this.',
    next: 'The platform wallet names moderators.',
  },
  'session-not-found': {
    status: 404,
    means: 'You have no such session.',
    next: 'Look at the list of your sessions.',
  },
  'key-not-found': {
    status: 404,
    means: 'You have no such API key.',
    next: 'Look at the list of your keys.',
  },
  'too-many-sessions': {
    status: 429,
    means: 'This smart wallet has as many sessions as it may.',
    next: 'End them, or wait for the oldest to end.',
  },
  'quota-exceeded': {
    status: 429,
    means: 'Your wallet has done this as often as it may today, or has as many as it may at once.',
    next: 'Wait for the seconds in the Retry-After header, or remove one, as the sentence in `error` says.',
  },
  'service-quota-exceeded': {
    status: 503,
    means: 'This service has done this for all people together as often as it may today.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
} as const satisfies Readonly<Record<string, Code>>
