import { Type } from 'typebox'

/** The header of a request that may be repeated and must take effect once. */
export const KeyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        'A string of 1 to 255 ASCII characters, in quotes, made for this one request and sent again with each retry. For a ' +
        'day, the request has no second effect: the answer is the same, with `Idempotent-Replayed: true`. With another ' +
        'request the status is 422; while the first is under way, 409 with Retry-After. A refused request may be tried again.',
      examples: ['"8e03978e-40d5-43e8-bc93-6894a57f9324"'],
    }),
  ),
})
