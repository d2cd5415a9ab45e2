import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Section } from '../ui/section.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** The export of one's data, and the deletion of the account. */
export function YourData({ address }: { address: string }) {
  const everything = useAct(async () => saveFile(await furrow.account.export(), 'account.zip'))
  const statement = useAct(async () => saveFile(await furrow.account.statement(), 'statement.csv'))
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Your data</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          A zip has everything of yours: letters, opened, work, drafts, files. The statement is a table of
          your payments, for taxes.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={everything.isPending} onClick={() => everything.mutate()}>
          <Trans>Download everything</Trans>
        </Button>
        <Button busy={statement.isPending} onClick={() => statement.mutate()}>
          <Trans>Statement of payments (CSV)</Trans>
        </Button>
        <LinkButton to="/giving">{t`Your figures as a giver`}</LinkButton>
        <LinkButton to="/thanks">{t`Thank somebody`}</LinkButton>
        <LinkButton to="/credentials/{-$credential}">{t`Your credentials`}</LinkButton>
        <LinkButton to="/trust">{t`Your trust list`}</LinkButton>
      </div>
      <div className="border-t border-line pt-4">
        <DeleteAccount address={address} />
      </div>
    </Section>
  )
}
