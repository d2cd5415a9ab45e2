import type { PublicConfig } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { EIP1193Provider } from 'mipd'
import { hexToString, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

type Person = NonNullable<PublicConfig['demo']>['people'][number]

const roles = { farmer: t`farmer`, giver: t`giver`, arbiter: t`arbiter` }

/** The wallets of a demo's people: as any other they announce themselves (EIP-6963), and they sign without asking. */
export function announceDemoWallets(people: readonly Person[]): void {
  const details = people.map(person =>
    Object.freeze({
      info: Object.freeze({
        uuid: crypto.randomUUID(),
        name: `${person.name} (${roles[person.role]})`,
        icon: '',
        rdns: `demo.furrow.${person.name.toLowerCase()}`,
      }),
      provider: providerOf(person),
    }),
  )
  const announce = () => {
    for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

function providerOf({ key }: Person): EIP1193Provider {
  const account = privateKeyToAccount(key as `0x${string}`)
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => '0x1',
    personal_sign: ([message]) =>
      account.signMessage({ message: isHex(message) ? hexToString(message) : String(message) }),
    eth_signTypedData_v4: ([, data]) => account.signTypedData(JSON.parse(String(data))),
  }
  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const answer = answers[method]
      if (answer === undefined)
        throw Object.assign(new Error(t`A demo sends nothing to a chain.`), { code: 4200 })
      return answer(params)
    },
    on() {},
    removeListener() {},
  } as unknown as EIP1193Provider
}
