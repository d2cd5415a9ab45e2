import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import type { Message } from './message.ts'
import { postMessage } from './send-web.ts'
import { outsideWords } from './words.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
const never = new AbortController().signal

/** So many, each with as many bytes as a digest of a filter has where titles are long. */
function digestOf(count: number, text: string, detail: string): Message {
  const item = (at: number) => ({
    id: `mail-${at}`,
    topic: 'follow',
    text,
    detail,
    at: '2026-03-01T12:00:00.000Z',
    from: null,
    questId: null,
    url: 'https://barn.example/mail',
  })
  const [first, ...others] = Array.from({ length: count }, (_, at) => item(at))
  if (first === undefined) throw new Error('there is no item')
  return {
    id: 'digest-1',
    isDigest: true,
    isOfHour: false,
    items: [first, ...others],
    words: outsideWords('en'),
  }
}

test.skipIf(!hasOpenssl)(
  `a digest with more than a request may have is sent as far as it fits${why}`,
  async () => {
    const { context } = await startHarness()
    const bodies: string[] = []
    const { origin, internet } = await startHttpsHost(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      bodies.push(Buffer.concat(chunks).toString())
      response.end()
    })
    const webhook = { kind: 'webhook', url: origin, secret: 'whsec_c2VjcmV0' } as const
    const long = digestOf(6, 'New for your filter', '屋'.repeat(5_000))
    expect(await postMessage(context, webhook, long, never, internet)).toEqual({ is: 'taken' })
    expect(JSON.parse(bodies[0] ?? '').data).toMatchObject({ count: 6, items: long.items.slice(0, 3) })
    const many = digestOf(100, '屋'.repeat(200), '&')
    const slack = { kind: 'slack', url: origin } as const
    expect(await postMessage(context, slack, many, never, internet)).toEqual({ is: 'taken' })
    expect(JSON.parse(bodies[1] ?? '').text).toMatch(/^屋{200}\n&amp;\n<https:.*…$/s)
  },
)
