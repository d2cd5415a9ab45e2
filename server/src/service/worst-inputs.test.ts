import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createWallet, startHarness } from '../../test/harness.ts'
import type { SampleRequest } from '../../test/requests.ts'
import { prepareSignIn } from '../../test/sign-in.ts'
import { allowed, calibrate, costOf, fill, harmless, units } from '../../test/worst-texts.ts'
import { createNonceToken } from '../access/auth/tokens.ts'
import { readKey } from '../access/idempotency/key.ts'
import { readClosingKeywords } from '../ground/clients/codehost/closing-keywords.ts'
import { normalizeName } from '../people/resolve/names.ts'

async function start() {
  // Keeps the cost of a disk out of the measure.
  const harness = await startHarness({ env: { DATA_DIR: ':memory:' } })
  const { token } = harness.user()
  const inject = ({ method, path, body }: SampleRequest) => {
    const url = `${harness.config.basePath}${path}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return () => harness.service.app.inject({ method, url, headers, payload: JSON.stringify(body) })
  }
  return { harness, inject, unit: await calibrate() }
}

describe('no input costs more than others of its length', () => {
  test('every kind of body', async () => {
    const { harness, unit } = await start()
    const size = 250_000
    const bodies: Record<string, string> = {
      'deep arrays': '['.repeat(size),
      'deep arrays that end': '['.repeat(size / 2) + ']'.repeat(size / 2),
      'deep objects': '{"a":'.repeat(size / 6),
      'many numbers': `[${'1,'.repeat(size / 2)}1]`,
      'many arrays': `[${'[],'.repeat(size / 3)}1]`,
      'many keys': `{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":1`)}}`,
      'many numbers as keys': `{${Array.from({ length: size / 12 }, (_, index) => `"${index * 7_919}":1`)}}`,
      'one key again and again': `{${'"a":1,'.repeat(size / 6)}"a":1}`,
      'a number of many digits': '9'.repeat(size),
      'a fraction of many digits': `0.${'9'.repeat(size)}`,
      'a number that is too large': `[${'1e308,'.repeat(size / 6)}1e309]`,
      'escaped letters': `"${'\\u0061'.repeat(size / 6)}"`,
      'escaped backslashes': `"${'\\\\'.repeat(size / 2)}"`,
      'a text without end': `"${'a'.repeat(size)}`,
      spaces: ' '.repeat(size),
    }
    const post = (payload: string) => () =>
      harness.service.app.inject({
        method: 'POST',
        url: `${harness.config.basePath}/auth/beta`,
        headers: { 'content-type': 'application/json' },
        payload,
      })
    const usual = await costOf(post(JSON.stringify({ code: fill(harmless, size) })), 0, 3)
    const dear: unknown[] = []
    for (const [what, payload] of Object.entries(bodies)) {
      const bound = 3 * usual + allowed * unit
      const cost = await costOf(post(payload), bound)
      if (cost > bound) dear.push({ what, cost, usual, unit })
    }
    expect(dear).toEqual([])
  })

  test('every line of a sign-in message whose token and nonce are right', { timeout: 600_000 }, async () => {
    const { harness, inject, unit } = await start()
    const wallet = createWallet()
    const right = await prepareSignIn(harness, {}, wallet)
    const { message } = right
    const full =
      (before: string, worst: string, after = '') =>
      (line: string) => {
        const rest = 4_096 - message.length - before.length - after.length
        return line + before + fill(worst, Math.max(0, rest)) + after
      }
    const forms: ((text: string, worst: string) => string)[] = [
      (text, worst) => text.replace(/(?<=\n\n)/, `${fill(worst, 3_500)}\n`),
      (text, worst) => text.replace(/(?<=URI: ).*/, `https://${fill(worst, 3_500)}`),
      (text, worst) => text.replace(/(?<=URI: ).*/, `https://${fill(worst, 2_000)}`),
      (text, worst) => text.replace(/(?<=URI: ).*/, `https://x.co/?${fill(worst, 2_000)}`),
      (text, worst) => text.replace(/(?<=URI: ).*/, `https://[${fill(worst, 2_000)}]`),
      (text, worst) => text.replace(/(?<=Chain ID: ).*/, fill(worst, 3_500)),
      (text, worst) => text.replace(/(?<=Issued At: ).*/, fill(worst, 3_500)),
      (text, worst) => full('\nRequest ID: ', worst)(text),
      (text, worst) => full('\nResources:\n- https://', worst)(text),
      (text, worst) => full('\nResources:', `\n- ${worst}`)(text),
      (text, worst) => full('\nResources:', `\n- a:${worst}`)(text),
      (text, worst) => full('\nResources:', `\n- a://${fill(worst, 60)}`)(text),
      (text, worst) => full('\nResources:', `\n- urn:a${fill(worst, 230)}`)(text),
      (text, worst) => text.replace(/^[^ ]+/, fill(worst, 4_096 - text.length)),
      (text, worst) => text.replace(/^[^ ]+/, fill(worst, 340)),
      (text, worst) => text.replace(/^[^ ]+/, `https://${fill(worst, 330)}`),
      (text, worst) => text.replace(/^[^ ]+/, `${fill(worst, 330)}@x.co`),
    ]
    /** Each attempt has a nonce of its own, which would fail twenty times at most. */
    const prepare = (text: string, isSigned: boolean) => async () => {
      const nonce = randomBytes(16).toString('hex')
      const nonceToken = createNonceToken(harness.context, wallet.address, nonce)
      const own = text.replaceAll(right.nonce, nonce)
      const signature = isSigned ? await wallet.account.signMessage({ message: own }) : `0x${'0'.repeat(130)}`
      return inject({
        method: 'POST',
        path: '/auth/verify',
        body: { ...right, nonce, nonceToken, message: own, signature },
      })
    }
    const run = (post: () => unknown) => post()
    const long = (text: string) =>
      message.replace(/(?<=\n\n)/, `${fill(text, 3_500)}\n`).replace('\n\n\n', '\n\n')
    // Without its key's signature, a message costs no more than hashing its bytes, of which a letter has three at most.
    const unread = await costOf(run, 0, 12, prepare(long('中'), false))
    const read = await costOf(run, 0, 12, prepare(long(harmless), true))
    const dear: unknown[] = []
    for (const [form, write] of forms.entries())
      for (const [what, worst] of Object.entries(units))
        for (const [isSigned, bound] of [
          [false, 2 * unread + unit],
          [true, 3 * read + 2 * unit],
        ] as const) {
          const text = write(message, worst).slice(0, 4_096).toWellFormed()
          const cost = await costOf(run, bound, 16, prepare(text, isSigned))
          if (cost > bound) dear.push({ form, what, isSigned, cost, bound })
        }
    expect(dear).toEqual([])
  })

  test('a header, which is as long as Node lets it be', async () => {
    const unit = await calibrate()
    const dear: unknown[] = []
    for (const one of ['\\', '\\"', '"', 'a', ' ', '"a'])
      for (const text of [fill(one, 16_000), `"${fill(one, 16_000)}`, `"${fill(one, 16_000)}"`]) {
        const read = () => {
          try {
            readKey({ headers: { 'idempotency-key': text } })
          } catch {}
        }
        const cost = await costOf(read, unit)
        if (cost > unit) dear.push({ one, cost, unit })
      }
    expect(dear).toEqual([])
  })

  test('the words of a pull request, and a name that a chain gives', async () => {
    const unit = await calibrate()
    const size = 64_000
    const read = (text: string) => () => readClosingKeywords(text, 'farm/gate', 'https://git.example.org')
    const worst = {
      ...units,
      backticks: '`',
      'pairs of backticks': '` ',
      'backticks and letters': '`a',
      fences: '```\n',
      'two kinds of fences': '~~~a\n```\n',
      comments: '<!--',
      'comments that end': '<!-- -->',
      keywords: 'close ',
      'keywords and slashes': 'close a/',
      'keywords and colons': 'close: : ',
      quotes: '> ',
    }
    const dear: unknown[] = []
    const texts = Object.entries(worst).map(([what, one]) => [what, fill(one, size).toWellFormed()] as const)
    const growing = Array.from({ length: 350 }, (_, index) => `${'`'.repeat(index + 1)}a`).join('')
    for (const [what, text] of [
      ...texts,
      ['growing runs', growing] as const,
      ['spaces after', `close${' '.repeat(size)}`] as const,
    ]) {
      const cost = await costOf(read(text), 5 * unit)
      if (cost > 5 * unit) dear.push({ what, cost, unit })
      const named = () => {
        try {
          normalizeName(text)
        } catch {
          // Too long, or no name.
        }
      }
      if ((await costOf(named, unit)) > unit) dear.push({ what, name: true, unit })
    }
    expect(dear).toEqual([])
  })
})
