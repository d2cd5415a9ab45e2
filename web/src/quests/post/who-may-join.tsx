import { type AgentRule, agentRules } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useConfig } from '../../service/use-config.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import type { conditionFields, Typed } from './quest-draft.ts'

type Name = 'admission' | (typeof conditionFields)[number]
type Bind = (name: Name) => {
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

type Props = { bind: Bind; errorOf: (name: keyof Typed) => string | undefined }

/** Whether farmers take places or apply for them, and the conditions. */
export function WhoMayJoin({ bind, errorOf }: Props) {
  const { codehost } = useConfig()
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="sr-only">
        <Trans>Who may join</Trans>
      </legend>
      <Field label={t`Places`} hint={t`If you choose, farmers apply and you admit whom you like.`}>
        {bound => (
          <Select {...bound} name="admission" {...bind('admission')}>
            <option value="open">
              <Trans>First come, first served</Trans>
            </option>
            <option value="application">
              <Trans>I choose among those who apply</Trans>
            </option>
          </Select>
        )}
      </Field>
      <Field
        label={t`Finished quests`}
        hint={t`Optional: how many a farmer must have finished before.`}
        error={errorOf('finished')}
      >
        {bound => (
          <Input {...bound} name="finished" inputMode="numeric" placeholder="0" {...bind('finished')} />
        )}
      </Field>
      {codehost && (
        <Field label={t`Code-host account`} hint={t`Whether a farmer needs one that the host proved.`}>
          {bound => (
            <Select {...bound} name="account" {...bind('account')}>
              <option value="">
                <Trans>Not needed</Trans>
              </option>
              <option value="proved">
                <Trans>Proved</Trans>
              </option>
            </Select>
          )}
        </Field>
      )}
      <MoreConditions bind={bind} errorOf={errorOf} />
    </fieldset>
  )
}

function MoreConditions({ bind, errorOf }: Props) {
  const { codehost } = useConfig()
  return (
    <>
      <Field
        label={t`Agents`}
        hint={t`API keys may say that they are an agent’s. Nobody can tell who pastes.`}
      >
        {bound => (
          <Select {...bound} name="agents" {...bind('agents')}>
            {agentRules.map(rule => (
              <option key={rule} value={rule}>
                {agentWords[rule]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t`Members`} hint={t`Whether a farmer has to be a member of the community.`}>
        {bound => (
          <Select {...bound} name="members" {...bind('members')}>
            <option value="">
              <Trans>Not needed</Trans>
            </option>
            <option value="yes">
              <Trans>Members alone</Trans>
            </option>
          </Select>
        )}
      </Field>
      <Field
        label={t`Kept for newcomers`}
        hint={t`Optional: places for farmers who have finished nothing yet.`}
        error={errorOf('newcomers')}
      >
        {bound => (
          <Input {...bound} name="newcomers" inputMode="numeric" placeholder="0" {...bind('newcomers')} />
        )}
      </Field>
      <Field
        label={t`Your places for one farmer`}
        hint={t`Optional: how many of your quests’ places one farmer may have at once.`}
        error={errorOf('heldHere')}
      >
        {bound => <Input {...bound} name="heldHere" inputMode="numeric" {...bind('heldHere')} />}
      </Field>
      {codehost && (
        <Field
          label={t`Trust`}
          hint={
            <Trans>
              Vouched for by <Link to="/trust">your trust list</Link> or by VOUCHED.td of the linked
              repository.
            </Trans>
          }
        >
          {bound => (
            <Select {...bound} name="vouched" {...bind('vouched')}>
              <option value="">
                <Trans>Not needed</Trans>
              </option>
              <option value="yes">
                <Trans>Vouched accounts alone</Trans>
              </option>
            </Select>
          )}
        </Field>
      )}
      {codehost && (
        <Field
          label={t`Age of the account, in days`}
          hint={t`Optional: how old a farmer’s code-host account has to be.`}
          error={errorOf('accountAge')}
        >
          {bound => (
            <Input {...bound} name="accountAge" inputMode="numeric" placeholder="0" {...bind('accountAge')} />
          )}
        </Field>
      )}
    </>
  )
}

const agentWords: Readonly<Record<AgentRule, string>> = {
  any: t`Everybody`,
  disclosed: t`Agents who say so, and people`,
  none: t`People alone`,
  only: t`Agents alone`,
}
