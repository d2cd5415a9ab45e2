import { WebhookAnswer } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { NotFoundError, UnauthorizedError } from '../../ground/errors.ts'
import { parseRaw } from '../../ground/http/json-body.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { receiveDelivery } from './webhook.ts'

/** A host sends the whole pull request and its repositories. */
const bodyLimit = 2 * 1_048_576

/** Apart from the other routes: the host signs the bytes of the body, before anything reads them. */
export const webhookRoutes: Routes = async (app, { context }) => {
  const { codehost } = context
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post(
    '/codehost/webhook',
    {
      bodyLimit,
      schema: {
        summary: 'Take a webhook of the code host',
        body: Type.Unknown({
          description: 'An event of the host, as it signed it; a form has it in `payload`',
        }),
        response: { 200: WebhookAnswer },
      },
    },
    async ({ body, headers }) => {
      if (codehost === null || !(await codehost.takesWebhooks()))
        throw new NotFoundError(
          'Webhooks are off: CODEHOST_WEBHOOK_SECRET is not set, and no app is connected at /setup.',
        )
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!(await codehost.isSigned(bytes, headers)))
        throw new UnauthorizedError('The webhook is not signed with the secret of this service.', {
          code: 'webhook-unsigned',
        })
      return receiveDelivery(context, codehost, parseRaw(jsonIn(bytes, headers['content-type'])), headers)
    },
  )
}

/** A webhook of GitHub's that nobody set to JSON sends a form with the event in `payload`: that is what it offers first. */
function jsonIn(bytes: Buffer, type = ''): Buffer {
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return bytes
  return Buffer.from(new URLSearchParams(bytes.toString()).get('payload') ?? '')
}
