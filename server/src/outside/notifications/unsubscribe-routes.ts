import { LinkToken } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { communityName } from '../../ground/config/community.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { requireUnsubscribe, unsubscribe } from './confirm.ts'

const html = 'text/html; charset=utf-8'
/** Like other pages without a script, except that its one form may be sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

/**
 * For mail programs (RFC 8058) and readers who follow a link in an e-mail, with no session and without the web client. A GET
 * changes nothing: programs follow links to see whether they are harmless.
 */
export const unsubscribeRoutes: Routes = async (app, { context }) => {
  const name = escapeHtml(communityName(context.config))
  // Ignores the body: the token says it all.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, async () => null)

  app.get(
    '/notifications/unsubscribe',
    {
      schema: {
        summary: 'A page with a button to unsubscribe',
        querystring: LinkToken,
        produces: ['text/html'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      requireUnsubscribe(context, request.query.token)
      return reply
        .type(html)
        .header('content-security-policy', policy)
        .send(
          page(`<h1>No more e-mail from ${name}?</h1>
<form method="post"><button>Unsubscribe</button></form>`),
        )
    },
  )

  app.post(
    '/notifications/unsubscribe',
    {
      schema: {
        summary: 'Get no more of this channel, without a session',
        querystring: LinkToken,
        body: Type.Unknown({ description: 'List-Unsubscribe=One-Click (RFC 8058), which is not needed' }),
        produces: ['text/html'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      await unsubscribe(context, request.query.token)
      return reply
        .type(html)
        .header('content-security-policy', policy)
        .send(
          page(`<h1>Done.</h1>
<p>${name} sends no more notifications to this address. You can switch them on again in the app.</p>`),
        )
    },
  )
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Notifications</title>
<style>body{font:1.1rem system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}button{font:inherit;padding:.6rem 1.2rem}</style>
${body}
</html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
