import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { tellStory } from '../../../test/traffic/story.ts'
import { startVillage } from '../../../test/traffic/village.ts'
import examples from './examples.json' with { type: 'json' }
import { operations } from './operations.ts'

/** Operations without an example of their answer, and why. */
const unshown: Readonly<Record<string, string>> = {
  streamEvents: 'a stream does not end',
  getApproval: 'it needs a chain with the escrow contract',
  getPasskey: 'it needs a chain with the contracts of passkeys',
  getGasTicket: 'it needs a paymaster',
  resolveName: 'it needs a chain with ENS',
  getProfilePicture: 'a picture',
  getLogo: 'a picture',
  exportAccount: 'a zip',
  takeCredential: 'it needs a chain with a payment, and a code host with a merge',
  getCredential: 'it needs the same',
  getStatusList: 'it needs the same',
  getProposalSafeFile: 'it needs a proposal that has passed, and a chain with the treasury',
  showProposalPaid: 'it needs the same',
  beginConnection: 'it needs GitHub',
  connectApp: 'it needs GitHub, and an app that was just made there',
  disconnectApp: 'it needs GitHub, and an app that was connected',
}

test('the examples of the document are what the service says today: npm run document', async () => {
  const village = await startVillage()
  await tellStory(village)
  const text = `${JSON.stringify(village.recorder.examples(), null, 1)}\n`
  await expect(text).toMatchFileSnapshot('./examples.json')
})

test('each operation has an example of its answer, or a reason why not', () => {
  const shown = Object.entries(examples.operations).filter(([, one]) => 'answer' in one)
  expect([...shown.map(([name]) => name), ...Object.keys(unshown)].toSorted()).toEqual(
    Object.values(operations).toSorted(),
  )
})

test('the document has them where they belong, and each of them a place', async () => {
  const { send } = await startHarness()
  const { body: document } = await send('GET', '/openapi.json')
  const { paths, components } = (await SwaggerParser.dereference(document)) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
    readonly components: { readonly responses: Readonly<Record<string, Content>> }
  }
  const missing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody, responses, parameters = [] }]) => {
      const { requests, answer, parameters: given = {} } = recorded(operationId)
      const media = answer && responses[answer.status]?.content?.[answer.type]
      const asked = Object.values(requestBody?.content ?? {}).flatMap(one => Object.keys(one.examples ?? {}))
      const named = parameters.filter(one => 'example' in one).map(one => one.name)
      return [
        ...(answer && !media?.examples ? ['its answer'] : []),
        ...Object.keys(requests ?? {}).filter(name => !asked.includes(name)),
        ...Object.keys(given).filter(name => !named.includes(name)),
      ].map(name => `${method} ${path} ${name}`)
    }),
  )
  expect(missing).toEqual([])
  expect(JSON.stringify(components.responses.Failure409)).toContain('"examples":{"quest-changed":')
})

type Described = {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
type Content = { readonly content?: Readonly<Record<string, { readonly examples?: object }>> }

function recorded(operationId: string) {
  return ((examples.operations as Record<string, object>)[operationId] ?? {}) as {
    readonly parameters?: object
    readonly requests?: object
    readonly answer?: { readonly status: number; readonly type: string }
  }
}
