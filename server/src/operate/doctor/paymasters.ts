import { probe } from '../../ground/clients/probe.ts'
import { type Check, fine, wrong } from './check.ts'

/** Whether each paymaster of PAYMASTER_URL speaks JSON-RPC: it refuses an operation of nobody, and says so. */
export const paymasters: Check = {
  about: 'Gas',
  look: ({ config }) =>
    Promise.all(
      [...config.paymasters.urls].map(async ([id, url]) => {
        const asked = {
          jsonrpc: '2.0',
          id: 1,
          method: 'pm_getPaymasterStubData',
          params: [{}, '0x', '0x', {}],
        }
        const isRpc = await probe(url, asked).then(
          ({ text }) => /"(error|result)"\s*:/.test(text),
          () => false,
        )
        return isRpc
          ? fine(`The paymaster of chain ${id} answers.`)
          : wrong(
              `The paymaster of chain ${id} does not answer as ERC-7677 says, so people pay their gas.`,
              `See the address of chain ${id} in PAYMASTER_URL.`,
            )
      }),
    ),
}
