import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { minute } from '../../ground/clock.ts'
import { findProgram } from './programs.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'

test.skipIf(!hasOpenssl)(
  `a program by the address of its document is known by its host, fetched once in some minutes, and else refused${why}`,
  async () => {
    const { context, clock } = await startHarness()
    const documents: Record<string, object> = {}
    let asked = 0
    const host = await startHttpsHost((request, response) => {
      asked++
      const found = documents[request.url ?? '']
      response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}))
    })
    const id = `${host.origin}/plough.json`
    const good = { client_id: id, client_name: 'Plough', redirect_uris: ['https://plough.example/cb'] }
    documents['/plough.json'] = good
    const find = (id: string) => findProgram(context, id, '203.0.113.7', host.internet)
    for (let times = 0; times < 3; times++)
      expect(await find(id)).toEqual({
        name: 'Plough',
        host: new URL(id).host,
        redirects: good.redirect_uris,
      })
    expect(asked).toBe(1)
    documents['/plough.json'] = { ...good, redirect_uris: ['https://plough.example/new'] }
    clock.advance(5 * minute)
    expect((await find(id)).redirects).toEqual(['https://plough.example/new'])

    for (const [path, document] of [
      ['/other.json', good],
      [
        '/secret.json',
        {
          ...good,
          client_id: `${host.origin}/secret.json`,
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      ['/bad.json', { ...good, client_id: `${host.origin}/bad.json`, redirect_uris: ['javascript:1'] }],
    ] as const) {
      documents[path] = document
      await expect(find(host.origin + path), path).rejects.toMatchObject({ code: 'client-unknown' })
    }
    const before = asked
    for (const bad of [
      `${host.origin}/`,
      `${id}#a`,
      `${host.origin}/a/../plough.json`,
      'https://127.0.0.1/a',
    ])
      await expect(find(bad), bad).rejects.toMatchObject({ code: 'client-unknown' })
    await expect(find(`${host.origin}/missing`)).rejects.toMatchObject({
      message: expect.stringContaining('404'),
    })
    expect(asked).toBe(before + 1)
    // A stranger makes the service fetch so many documents a minute, and no more.
    const rest = Array.from({ length: 30 }, (_, index) =>
      find(`${host.origin}/none-${index}`).catch(({ statusCode }) => statusCode),
    )
    expect(new Set(await Promise.all(rest))).toEqual(new Set([400, 429]))
  },
)
