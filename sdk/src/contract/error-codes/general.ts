import type { Code } from './code.ts'

/** Codes that any operation may answer with. The codes named after a status stand where no better one is worth it. */
export const generalCodes = {
  'bad-request': {
    status: 400,
    means: 'A parameter is missing or wrong, or what it is about does not allow this.',
    next: 'Read the sentence in `error`, and send another request.',
  },
  'invalid-request': {
    status: 400,
    means: 'The query or the body does not fit the schema of this operation.',
    next: 'Compare the request with the schema in the API reference.',
  },
  'malformed-request': {
    status: 400,
    means: 'The request is not whole, or not HTTP as this service speaks it.',
    next: 'Send it again through an HTTP library; a proxy between may have changed it.',
  },
  'malformed-body': {
    status: 400,
    means: 'The body is not JSON, or has texts, keys or numbers that cannot be kept.',
    next: 'Send UTF-8 JSON without NUL characters, and less deeply nested.',
  },
  'malformed-query': {
    status: 400,
    means: 'The query names a parameter twice, or is not percent-encoded UTF-8.',
    next: 'Encode each parameter, and name it once.',
  },
  'invalid-cursor': {
    status: 400,
    means: 'The cursor is none of this list.',
    next: 'Take the cursor from the Link header of the page before, or begin without one.',
  },
  unauthorized: {
    status: 401,
    means: 'There is no valid proof of who asks.',
    next: 'Send the credentials that the sentence in `error` names.',
  },
  forbidden: {
    status: 403,
    means: 'It is known who asks, and they may not do this.',
    next: 'Read the sentence in `error`: it says who may.',
  },
  'platform-only': {
    status: 403,
    means: 'Only the platform wallet may do this.',
    next: 'Sign in with the wallet that PLATFORM_WALLET names.',
  },
  'not-found': {
    status: 404,
    means: 'It is not there, or not yours.',
    next: 'Look at the list that it would be in.',
  },
  'no-such-path': {
    status: 404,
    means: 'There is nothing at this path.',
    next: 'Look the path up in the API reference.',
  },
  'method-not-allowed': {
    status: 405,
    means: 'The path is known, but not with this method.',
    next: 'Use one of the methods in the Allow header.',
  },
  'request-timeout': {
    status: 408,
    means: 'The request took too long to arrive.',
    next: 'Send it again, over a faster line or in smaller parts.',
  },
  'body-too-large': {
    status: 413,
    means: 'The body has more bytes than this operation takes.',
    next: 'Send less.',
  },
  'url-too-long': {
    status: 414,
    means: 'The URL has more characters than are read.',
    next: 'Send a shorter one.',
  },
  'unsupported-media-type': {
    status: 415,
    means: 'The body has another type than this operation takes.',
    next: 'Send application/json; files go as multipart/form-data.',
  },
  'expectation-failed': {
    status: 417,
    means: 'The Expect header asks for something other than 100-continue.',
    next: 'Leave the header out.',
  },
  'too-many-requests': {
    status: 429,
    means: 'More requests came from your network or wallet than are answered in a minute.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  'too-many-failures': {
    status: 429,
    means: 'Too many attempts of your network failed within a minute.',
    next: 'Wait for the seconds in the Retry-After header, and look at why they failed.',
  },
  'too-many-streams': {
    status: 429,
    means: 'Your network or wallet has as many streams of events open as it may.',
    next: 'Close one, or ask now and then instead.',
  },
  'headers-too-large': {
    status: 431,
    means: 'The headers have more bytes than are read.',
    next: 'Send fewer or shorter ones.',
  },
  'internal-error': {
    status: 500,
    means: 'Something went wrong in the service.',
    next: 'Try again later; its operator finds the cause in the log by the X-Request-Id of the answer.',
  },
  unavailable: {
    status: 503,
    means: 'Something that the request needs cannot be reached right now.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  busy: {
    status: 503,
    means: 'The service has more to do than it can.',
    next: 'Wait for the seconds in the Retry-After header.',
  },
  'too-many-connections': {
    status: 503,
    means: 'Your network has as many connections open as it may.',
    next: 'Use fewer, and wait for the seconds in the Retry-After header.',
  },
  'too-slow': {
    status: 503,
    means: 'The answer was not ready in time.',
    next: 'Try again in a moment; a change that has an Idempotency-Key is not made twice.',
  },
  stopping: {
    status: 503,
    means: 'This process of the service is stopping.',
    next: 'Connect again: another process answers, or this one when it has started.',
  },
  'not-ready': {
    status: 503,
    means: 'The service is not ready for requests, for the reason in `error`.',
    next: 'Ask again in a few seconds.',
  },
  'database-unavailable': {
    status: 503,
    means: 'The database cannot be reached right now.',
    next: 'Try again in a moment; a change that has an Idempotency-Key is not made twice.',
  },
  'not-configured': {
    status: 503,
    means: 'The operator of this service has not set up what the request needs.',
    next: 'Ask them to set what the sentence in `error` names.',
  },
  'chain-unavailable': {
    status: 503,
    means: 'A chain cannot be asked right now.',
    next: 'Try again in a moment.',
  },
  'codehost-unavailable': {
    status: 503,
    means: 'The code host gives no answer, or none that is understood.',
    next: 'Try again in a moment.',
  },
  'codehost-busy': {
    status: 503,
    means: 'The code host takes no more requests of this service for now.',
    next: 'Try again later.',
  },
  'codehost-not-configured': {
    status: 503,
    means: 'This service has no code host, or no valid credentials for it.',
    next: 'Ask its operator to set CODEHOST_URL and what the sentence in `error` names.',
  },
  'setup-state-invalid': {
    status: 400,
    means: 'The state was not made here for this wallet, or was used before.',
    next: 'Begin the connection again at /setup.',
  },
  'setup-state-expired': {
    status: 400,
    means: 'The state is older than an hour.',
    next: 'Begin the connection again at /setup.',
  },
  'setup-code-refused': {
    status: 400,
    means: 'The code host refused the code of the new app.',
    next: 'A code is good once, and for an hour: begin the connection again at /setup.',
  },
  'no-room': {
    status: 507,
    means: 'There is no room for more files.',
    next: 'Its operator has to make room.',
  },
} as const satisfies Readonly<Record<string, Code>>
