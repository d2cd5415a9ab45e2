import { type Language, LinkToken } from '@furrow/sdk/contract'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { languageAsked } from '../../ground/http/accept-language.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { requireUnsubscribe, unsubscribe } from './confirm.ts'
import { type OutsideWords, outsideWords } from './words.ts'

const html = 'text/html; charset=utf-8'
/** Like other pages without a script, except that its one form may be sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

/**
 * For mail programs (RFC 8058) and readers who follow a link in an e-mail, with no session and without the web client. A GET
 * changes nothing: programs follow links to see whether they are harmless.
 */
export const unsubscribeRoutes: Routes = async (app, { context }) => {
  const name = escapeHtml(communityName(context.config))
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
      const channel = requireUnsubscribe(context, request.query.token)
      const said = await languageOf(context, channel, request.headers['accept-language'])
      const { question, button } = said.words.unsubscribe
      return answer(
        reply,
        said,
        `<h1>${question(name)}</h1>
<form method="post"><button>${button}</button></form>`,
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
      const channel = await unsubscribe(context, request.query.token)
      const said = await languageOf(context, channel, request.headers['accept-language'])
      const { done, after } = said.words.unsubscribe
      return answer(
        reply,
        said,
        `<h1>${done}</h1>
<p>${after(name)}</p>`,
      )
    },
  )
}

type Said = { readonly language: Language; readonly words: OutsideWords }

/** The one that the channel's owner chose; of a channel that is gone, or where they chose none, the one that the reader's program asks for. */
async function languageOf(
  { db }: Pick<Context, 'db'>,
  channel: string,
  asked: string | undefined,
): Promise<Said> {
  const row = await db
    .selectFrom('subscriptions')
    .select('address')
    .where('id', '=', channel)
    .executeTakeFirst()
  const chosen = row && (await readLanguages(db, [row.address])).get(row.address)
  const language = chosen ?? languageAsked(asked) ?? 'en'
  return { language, words: outsideWords(language) }
}

function answer(reply: FastifyReply, said: Said, body: string): FastifyReply {
  return reply
    .type(html)
    .header('content-security-policy', policy)
    .header('vary', 'accept-language')
    .send(page(said, body))
}

function page({ language, words }: Said, body: string): string {
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${words.unsubscribe.title}</title>
<style>body{font:1.1rem system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}button{font:inherit;padding:.6rem 1.2rem}</style>
${body}
</html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
