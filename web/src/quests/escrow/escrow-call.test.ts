import { splitterAbi } from '@furrow/contracts'
import type { Quest } from '@furrow/sdk'
import { splitAddressOf } from '@furrow/sdk/escrow'
import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { type Call, decisionOf } from './escrow-call.ts'

/** Written down a second time: the signed call must be the one in the contract's own words. */
const contract = parseAbi([
  'function approve(bytes32 escrow, address farmer)',
  'function dispute(bytes32 escrow, address farmer)',
  'function returnWork(bytes32 escrow, address farmer)',
  'function resolve(bytes32 escrow, address farmer, bool pay)',
  'function split(bytes32 escrow, address farmer, uint16 share)',
  'function refund(bytes32 escrow)',
  'function giveNotice(bytes32 escrow)',
  'function concede(bytes32 escrow)',
  'function releaseTo(bytes32 escrow, address receiver)',
  'function refundTo(bytes32 escrow, address receiver)',
  'function takeBackTo(bytes32 escrow, address farmer, address receiver)',
  'function reclaimTo(bytes32 escrow, address farmer, address receiver)',
  'function escrows(bytes32 escrow)',
  'function payments(bytes32 escrow, address farmer)',
])

const escrowId = `0x${'ab'.repeat(32)}` as const
const escrow = '0x52908400098527886E0F7030069857D2E4169EE7'
const farmer = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const receiver = '0xde709f2102306220921060314715629080e2fb77'
const quest = {
  ...{ id: 'quest-1-gate', funding: { escrowId, escrow }, maxFarmers: 1, farmers: [] },
} as unknown as Quest

const cases: [Call, unknown[]][] = [
  [{ kind: 'approve', farmer }, [farmer]],
  [{ kind: 'dispute', farmer }, [farmer]],
  [{ kind: 'returnWork', farmer }, [farmer]],
  [{ kind: 'resolve', farmer, pay: true }, [farmer, true]],
  [{ kind: 'resolve', farmer, pay: false }, [farmer, false]],
  [{ kind: 'split', farmer, share: 3_333 }, [farmer, 3_333]],
  [{ kind: 'refund' }, []],
  [{ kind: 'giveNotice' }, []],
  [{ kind: 'concede' }, []],
  [{ kind: 'releaseTo', receiver }, [receiver]],
  [{ kind: 'refundTo', receiver }, [receiver]],
  [{ kind: 'takeBackTo', farmer, receiver }, [farmer, receiver]],
  [{ kind: 'reclaimTo', farmer, receiver }, [farmer, receiver]],
]

test.each(cases)('a decision is what the wallet is asked to sign, and moves no coin: %j', (call, rest) => {
  const { data, to, value } = decisionOf(quest, call).call
  expect({ to, value }).toEqual({ to: escrow, value: '0x0' })
  const { functionName, args } = decodeFunctionData({ abi: contract, data: data as Hex })
  expect(functionName).toBe(call.kind)
  expect(lower(args)).toEqual(lower([escrowId, ...rest]))
})

test.each(cases)('whether it happened is looked up where it can be seen: %j', call => {
  const { watch } = decisionOf(quest, call)
  expect(watch.to).toBe(escrow)
  const { functionName, args } = decodeFunctionData({ abi: contract, data: watch.data })
  const isOfFarmer = 'farmer' in call
  expect(functionName).toBe(isOfFarmer ? 'payments' : 'escrows')
  expect(lower(args)).toEqual(lower(isOfFarmer ? [escrowId, farmer] : [escrowId]))
})

function lower(values: readonly unknown[] | undefined): unknown[] {
  return (values ?? []).map(value => (typeof value === 'string' ? value.toLowerCase() : value))
}

test('a place that a team shares is its account to the contract', () => {
  const farmers = [{ address: farmer, split: { account: receiver } }]
  const shared = { ...quest, farmers } as unknown as Quest
  const { data } = decisionOf(shared, { kind: 'dispute', farmer }).call
  expect(decodeFunctionData({ abi: contract, data: data as Hex }).args?.[1]).toMatch(
    new RegExp(receiver, 'i'),
  )
})

test.each([
  [100, 'share'],
  [101, 'shareSome'],
])('%i payees of an account are paid by %s', (many, functionName) => {
  const payees = Array.from({ length: many }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
  const parts = payees.map(() => '1')
  const salt = `0x${'cd'.repeat(32)}` as const
  const account = splitAddressOf({ factory: escrow, payees, parts: parts.map(BigInt), salt })
  const split = { account, splitter: escrow, payees, parts, salt }
  const paid = { ...quest, farmers: [{ address: farmer, split }] } as unknown as Quest
  const { data, to } = decisionOf(paid, { kind: 'share', farmer }).call
  expect(to).toBe(escrow)
  expect(decodeFunctionData({ abi: splitterAbi, data: data as Hex }).functionName).toBe(functionName)
})
