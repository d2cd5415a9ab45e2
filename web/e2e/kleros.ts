import { courtArbiterV2Abi, courtArbiterV2Bytecode } from '@furrow/contracts'
import { type OnChain, startKleros } from '@furrow/contracts/testing/kleros'
import { type Address, encodeAbiParameters, encodeFunctionData, zeroAddress } from 'viem'
import type { Deploy, TestClient } from '../../server/test/chain.ts'

/** Kleros, and the arbiter that passes appeals on to it. */
export async function deployKleros(deploy: Deploy, client: TestClient) {
  const people = await client.getAddresses()
  let waits = 0n
  const send: OnChain['send'] = async ({ from, to, data, value = 0n, gas = 10_000_000n }) => {
    if (waits > 0n) await client.increaseTime({ seconds: Number(waits) })
    waits = 0n
    const of = {
      account: from,
      chain: null,
      value,
      ...(to && { to }),
      ...(data && { data }),
      ...(gas && { gas }),
    }
    const hash = await client.sendTransaction(of as never)
    const { gasUsed, logs, status } = await client.waitForTransactionReceipt({ hash })
    return { error: status === 'success' ? null : 'reverted', logs, gasUsed, created: zeroAddress }
  }
  const kleros = await startKleros({
    ...{ client: client as never, people, send },
    call: (from, to, abi, functionName, args) =>
      send({ from, to, data: encodeFunctionData({ abi, functionName, args }) }),
    deploy: (abi, bytecode, args = []) => deploy(abi, bytecode, [...args]),
    wait: seconds => {
      waits += seconds
    },
  })
  const subcourt = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 1n])
  const args = [kleros.court, subcourt, 'ipfs://meta']
  const arbiter: Address = await deploy(courtArbiterV2Abi as never, courtArbiterV2Bytecode, args)
  return { kleros, arbiter }
}
