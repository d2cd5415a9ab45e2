import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { passkeyWallet, readPasskey } from '../auth/kept-passkey.ts'
import { useSession } from '../auth/session.tsx'
import { askAccount, useWallets, type Wallet, WalletProblem, walletSentence } from '../auth/wallets.ts'
import { changeNetwork } from '../quests/escrow/network.ts'
import { nodeOf } from '../quests/escrow/node.ts'
import { factsOf } from '../service/chain-facts.ts'
import { useConfig } from '../service/use-config.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'

/** A second owner for an account that a passkey alone opens: with it nothing is lost, and what was earned can be moved. */
export function PasskeyCard() {
  const { walletId } = useSession()
  const { passkeys } = useConfig()
  if (walletId !== passkeyWallet || !passkeys) return null
  return (
    <Section className="grid gap-3">
      <h2 id="passkey" className="text-xl font-semibold">
        <Trans>Your passkey</Trans>
      </h2>
      <Owners chainId={passkeys.chainId} />
    </Section>
  )
}

function Owners({ chainId }: { chainId: number }) {
  const config = useConfig()
  const wallets = useWallets().filter(({ id }) => id !== passkeyWallet)
  const chain = factsOf(config, chainId)
  const add = useMutation({ mutationFn: (wallet: Wallet) => addWallet(wallet, chain) })
  if (add.isSuccess || readPasskey()?.isMade)
    return (
      <p className="text-sm">
        <Trans>
          A wallet is another owner of your account. Open the account with it at{' '}
          <a className="underline" href="https://app.safe.global" rel="noreferrer">
            app.safe.global
          </a>{' '}
          to move what you earned.
        </Trans>
      </p>
    )
  return (
    <>
      <p className="text-sm">
        <strong>
          <Trans>A lost passkey is a lost account until you add another.</Trans>
        </strong>{' '}
        <Trans>
          Add a wallet as a second owner: it opens the account too, and moves what you earn. It sends one
          transaction on {chain.name}, and pays its fee.
        </Trans>
      </p>
      {wallets.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>There is no wallet in this browser yet. Install one, and open this page again.</Trans>
        </p>
      )}
      {wallets.map(wallet => (
        <Button
          key={wallet.id}
          busy={add.isPending}
          onClick={() => add.mutate(wallet)}
          className="justify-start"
        >
          {wallet.icon && <img src={wallet.icon} alt="" className="size-6 rounded-lg" />}
          <Trans>Add {wallet.name}</Trans>
        </Button>
      ))}
      {add.error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {add.error instanceof WalletProblem || 'code' in add.error
            ? walletSentence(add.error)
            : t`The passkey was not used. Nothing happened.`}
        </p>
      )}
    </>
  )
}

async function addWallet(wallet: Wallet, chain: ReturnType<typeof factsOf>): Promise<void> {
  const { addOwner, noteMade } = await import('../auth/passkeys.ts')
  const node = nodeOf(wallet)
  const owner = await askAccount(wallet)
  await changeNetwork(node, chain)
  const hash = await addOwner(owner, chain.chainId, node)
  const { status } = await receiptOf(hash, node)
  if (Number(status) !== 1)
    throw new WalletProblem(t`The chain refused it, and nothing has changed. Try it again.`)
  noteMade()
}

/** Looks into the chain for this many seconds. */
const longest = 600

/** @throws WalletProblem where the wallet's node does not know it for so long. */
async function receiptOf(hash: string, node: ReturnType<typeof nodeOf>): Promise<{ status: string }> {
  for (let look = 0; look < longest; look++) {
    const receipt = (await node('eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt !== null) return receipt
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
  throw new WalletProblem(t`The chain has not taken it yet. Your wallet knows more; look here again later.`)
}
