import type { ChannelKind, ReportedKind } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Otherwise } from '../../../rules/lifecycle/default-outcome.ts'
import type {
  ChangedTerm,
  CreditDecision,
  DepositFacts,
  NoticeValues,
} from '../../../rules/lifecycle/notice-values.ts'
import type { RefundedBecause, ReleasedBecause, Side } from '../../../rules/lifecycle/quest.ts'
import type { Catalogue, LetterValues } from './catalogue.ts'
import { doubtIn, problemIn } from './faults.ts'
import { momentsIn } from './moments.ts'

const moment = momentsIn('de')

export const german: Catalogue = {
  subject: (what, title) => `${what}: ${title}`,
  quest: id => `Quest: ${id}`,
  digest: {
    subject: (count, name) =>
      count === 1 ? `Eine offene Quest: ${name}` : `${count} offene Quests: ${name}`,
    end: ({ more, board }) => `${more > 0 ? `Und ${more} weitere. ` : ''}Alle ansehen: ${board}`,
  },
  notices: {
    applied: ({ farmer }) => ({
      what: 'Bewerbung',
      body: `${checksum(farmer)} hat sich um einen Platz beworben. Alle weiteren Bewerbungen stehen in der Liste; Sie werden einmal am Tag benachrichtigt.`,
    }),
    declined: ({ reason }) => ({
      what: 'Abgelehnt',
      body: `Der Auftraggeber hat Ihre Bewerbung abgelehnt.${because(reason)}`,
    }),
    'application-expired': () => ({
      what: 'Bewerbung beendet',
      body: 'Der Auftraggeber hat Ihre Bewerbung nicht rechtzeitig beantwortet.',
    }),
    'application-closed': ({ withQuest }) => ({
      what: 'Bewerbung beendet',
      body: withQuest
        ? 'Ihre Bewerbung endete mit der Quest, die der Auftraggeber geschlossen hat.'
        : 'Ihre Bewerbung ist beendet: In dieser Quest ist kein Platz mehr frei, oder sie nimmt niemanden mehr auf.',
    }),

    admitted: ({ expiresAt, idleAt }) => ({
      what: 'Zugelassen',
      body: `Der Auftraggeber hat Ihnen einen Platz gegeben. Er gehört Ihnen bis zum ${moment(expiresAt)}, und danach nur, wenn es bis dahin Arbeit gibt; solange es keine gibt, kann der Auftraggeber ihn ab dem ${moment(idleAt)} freimachen.`,
    }),
    'place-taken': ({ farmer, expiresAt }) => ({
      what: 'Angenommen',
      body: `${checksum(farmer)} hat einen Platz übernommen. Er bleibt bis zum ${moment(expiresAt)} belegt, und danach nur, wenn es bis dahin Arbeit gibt.`,
    }),
    withdrawn: ({ farmer }) => ({
      what: 'Zurückgegeben',
      body: `${checksum(farmer)} hat einen Platz zurückgegeben.`,
    }),
    'place-expired': ({ returned }) => ({
      what: 'Platz wieder frei',
      body: returned
        ? 'Zurückgegebene Arbeit wurde nicht rechtzeitig noch einmal eingereicht.'
        : 'Ein übernommener Platz endete ohne Arbeit.',
    }),
    'expiry-warned': ({ returned, expiresAt }) => ({
      what: 'Ihr Platz endet bald',
      body: `${returned ? 'Die zurückgegebene Arbeit wurde nicht noch einmal eingereicht.' : 'Es gibt noch keine Arbeit von Ihnen.'} Ihr Platz wird frei: ${moment(expiresAt)}.`,
    }),
    'idle-warned': ({ idleAt }) => ({
      what: 'Noch dabei?',
      body: `Es gibt noch keine Arbeit von Ihnen. Ab dem ${moment(idleAt)} kann der Auftraggeber Ihren Platz freimachen. Wenn Sie noch dabei sind, sagen Sie es; das geht einmal, und es gibt Ihnen noch einmal dieselbe Zeit.`,
    }),
    kept: ({ farmer, idleAt }) => ({
      what: 'Noch dabei',
      body: `${checksum(farmer)} ist noch dabei: Der Platz kann nicht vor dem ${moment(idleAt)} freigemacht werden.`,
    }),
    'place-extended': ({ expiresAt }) => ({
      what: 'Mehr Zeit',
      body: `Der Auftraggeber hat Ihnen mehr Zeit gegeben: Ihr Platz gehört Ihnen bis zum ${moment(expiresAt)}, und danach nur, wenn es bis dahin Arbeit gibt.`,
    }),
    'place-freed': ({ reason }) => ({
      what: 'Platz freigemacht',
      body: `Der Auftraggeber hat Ihren Platz freigemacht: Es gab darin keine Arbeit. Sie können mit einem Brief antworten.${because(reason)}`,
    }),
    'place-cancelled': () => ({
      what: 'Abgebrochen',
      body: 'Der Auftraggeber hat die Quest abgebrochen, und Ihren Platz mit ihr.',
    }),

    submitted: values => ({
      what: 'In Prüfung',
      body: `${checksum(values.farmer)} hat die Arbeit eingereicht. ${unlessDisputed(values)}`,
    }),
    merged: values => ({
      what: 'In Prüfung',
      body: `Pull Request ${values.pullRequest} von ${checksum(values.farmer)} wurde gemergt. ${unlessDisputed(values)}`,
    }),
    returned: ({ farmer, note, expiresAt }) => ({
      what: 'Zurückgegeben',
      body: `Der Auftraggeber hat die Arbeit von ${checksum(farmer)} zurückgegeben; sie ist noch nicht bezahlt. Sie kann bis zum ${moment(expiresAt)} noch einmal eingereicht werden.\n\nWas fehlt: ${note}`,
    }),
    'part-proposed': ({ by, farmer, paid, refunded, token, note }) => ({
      what: 'Teil vorgeschlagen',
      body: `${checksum(by)} schlägt vor, dass ${checksum(farmer)} für diese Arbeit ${paid} ${token} bekommt und ${refunded} ${token} an den Auftraggeber zurückgehen. Es ändert sich nichts, solange Sie nicht auf der Seite der Quest zustimmen.${note === null ? '' : `\n\n${note}`}`,
    }),
    'place-shared': ({ farmer, share }) => ({
      what: 'Ein Anteil für Sie',
      body: `${checksum(farmer)} teilt die Belohnung des eigenen Platzes und nennt Sie mit ${share / 100} %. Das gilt, sobald alle Genannten zugestimmt haben: Stimmen Sie auf der Seite der Quest zu, oder lehnen Sie ab.`,
    }),
    'share-agreed': ({ member, all }) => ({
      what: 'Anteil zugestimmt',
      body: `${checksum(member)} hat dem eigenen Anteil zugestimmt.${all ? ' Nun haben alle zugestimmt: Die Belohnung dieses Platzes wird in diesen Anteilen gezahlt.' : ''}`,
    }),
    'share-ended': ({ farmer, ended }) => ({
      what: 'Nicht mehr geteilt',
      body: `${shareEnded[ended]} Der Platz von ${checksum(farmer)} wird nicht mehr geteilt.`,
    }),
    'share-released': ({ farmer, amount, token }) => ({
      what: 'Anteil freigegeben',
      body: `Die Arbeit von ${checksum(farmer)} und dem Team ist angenommen: Ihr Anteil ist ${amount} ${token}. Er ist gebucht, und der Auftraggeber zahlt ihn Ihnen.`,
    }),
    'proposed-again': ({ farmer, reviewEndsAt, merged }) => ({
      what: 'Wieder in Prüfung',
      body: merged
        ? `Der Auftraggeber hat die Arbeit von ${checksum(farmer)} auf der Chain zurückgegeben, die ein Merge nachweist: Sie wird dem Vertrag noch einmal vorgeschlagen, und die Prüfzeit endet am ${moment(reviewEndsAt)}. Ein Merge lässt sich beanstanden, aber nicht zurückgeben.`
        : `Der Auftraggeber hat die Preise auf der Chain zurückgegeben, die aber feststehen: Sie werden dem Vertrag noch einmal vorgeschlagen, und seine Prüfung endet um ${moment(reviewEndsAt)}. Sie können beanstandet und nicht zurückgegeben werden.`,
    }),
    'merge-doubted': values => ({
      what: 'Zweifelhaft',
      body: `${doubtIn('de', values)} Der Dienst bittet den Vertrag jetzt nicht, ${checksum(values.farmer)} zu bezahlen. Nur der Auftraggeber kann mit einer Wallet beanstanden, bevor die Prüfzeit endet.`,
    }),

    'disputed-to-giver': values => ({ what: 'Strittig', body: disputed(values) }),
    'disputed-to-farmer': values => ({
      what: 'Strittig',
      body: `${disputed(values)}\n\nSie können darauf antworten, und beide Seiten können Belege vorlegen, solange der Streitfall offen ist.`,
    }),
    'disputed-to-arbiter': ({ giver, amount, token, disputeEndsAt, ...doubted }) => ({
      what: 'Zu entscheiden',
      body: `Die Arbeit von ${checksum(doubted.farmer)} für ${checksum(giver)} ist strittig: ${amount} ${token}. Sie haben darüber vor dem ${moment(disputeEndsAt)} zu entscheiden.${because(doubtIn('de', doubted))}`,
    }),
    answered: ({ farmer, url, note }) => ({
      what: 'Beantwortet',
      body: `${checksum(farmer)} hat zum Streitfall geantwortet.\n\n${[note, url].filter(part => part !== null).join('\n\n')}`,
    }),
    'evidence-added': ({ by, farmer }) => ({
      what: 'Belege',
      body: `${checksum(by)} hat zum Streitfall über die Arbeit von ${checksum(farmer)} einen Beleg vorgelegt. Lesen können ihn die beiden Parteien und wer entscheidet.`,
    }),
    ruled: ({ farmer, paid, refunded, token, payableAt, paused }) => ({
      what: paused ? 'Der Schiedsspruch ist angehalten' : 'Der Schiedsspruch ist da',
      body: paused
        ? `Wem der Treuhand-Contract gehört, der hat den Schiedsspruch über die Arbeit von ${checksum(farmer)} angehalten: Bis zum ${moment(payableAt)} kann neu entschieden werden, und was dann gilt, wird ausgeführt. Jetzt gilt: ${paid} ${token} gehen an den Farmer und ${refunded} ${token} an den Auftraggeber zurück.`
        : `Über die Arbeit von ${checksum(farmer)} ist entschieden: ${paid} ${token} gehen an den Farmer und ${refunded} ${token} an den Auftraggeber zurück. Der Vertrag führt das ab dem ${moment(payableAt)} aus, es sei denn, der Schiedsspruch wird vorher angehalten, was einmal möglich ist.`,
    }),
    'ruling-undone': ({ farmer, disputeEndsAt }) => ({
      what: 'Der Schiedsspruch ist weggefallen',
      body: `Die Chain hat den Block mit dem Schiedsspruch über die Arbeit von ${checksum(farmer)} zurückgenommen: Sie ist strittig wie zuvor, bis zum ${moment(disputeEndsAt)}.`,
    }),

    released: values => ({
      what: 'Freigegeben',
      body: `${payment(values)} ${releasedBecause[values.because]}${because(values.reason)}`,
    }),
    refunded: ({ farmer, refunded, token, because: why, reason }) => ({
      what: 'Zurückgezahlt',
      body: `${refunded} ${token} für die Arbeit von ${checksum(farmer)} gingen an den Auftraggeber zurück. ${refundedBecause[why]}${because(reason)}`,
    }),
    'credit-kept': values => ({
      what: 'Entschieden, und nicht abgeholt',
      body: `${decisions[values.decision]} ${values.amount} ${values.token} für ${sideOf(values)} warten im Treuhand-Contract, denn die Wallet hat sie nicht angenommen. ${waysOut[values.side]}, auf der Seite der Quest oder unter /exit/.`,
    }),
    'credit-taken': values => ({
      what: 'Vom Vertrag abgeholt',
      body:
        values.side === values.by
          ? `Was im Treuhand-Contract auf ${sideOf(values)} wartete, wurde abgeholt.`
          : `Was im Treuhand-Contract ein Jahr lang auf ${sideOf(values)} gewartet hatte, ging dorthin zurück, woher es eingezahlt wurde. Die Arbeit bleibt freigegeben, und es wurde nichts für sie bezahlt.`,
    }),

    'payment-found': ({ farmer, amount, token, chainId, txHash, payer }) => ({
      what: 'Ist das Ihre Zahlung?',
      body: `Transaktion ${txHash} der Chain ${chainId} hat mindestens ${amount} ${token} an ${checksum(farmer)} übertragen, von ${payer === null ? 'der Wallet des Auftraggebers' : checksum(payer)}. Der Auftraggeber zeigt sie als Zahlung für diese Arbeit. Sie zählt, wenn der Farmer sie bestätigt, und nie von selbst: Bestätigen Sie sie, wenn sie die Zahlung ist, und sagen Sie, dass Sie sie nicht erhalten haben, wenn sie es nicht ist.`,
    }),
    'payment-settled': ({ farmer, amount, token, chainId, txHash }) => ({
      what: 'Bezahlt',
      body: `Transaktion ${txHash} der Chain ${chainId} zahlte ${amount} ${token} an ${checksum(farmer)}.`,
    }),
    'payment-denied': ({ farmer, chainId, txHash }) => ({
      what: 'Nicht erhalten',
      body: `${checksum(farmer)} sagt, dass Transaktion ${txHash} der Chain ${chainId} keine Zahlung für diese Arbeit ist oder nicht ankam. Sie zählt nicht mehr, bis der Farmer sie bestätigt, die Plattform-Wallet entscheidet, dass sie ankam, oder Sie eine Zahlung zeigen, die später in einen Block kam.`,
    }),
    'payment-reorganised': ({ farmer, amount, token, txHash }) => ({
      what: 'Zahlung zweifelhaft',
      body: `Die Chain hat Transaktion ${txHash} nicht mehr, die ${amount} ${token} an ${checksum(farmer)} gezahlt hatte. Einen Tag lang wird nach ihr gesucht.`,
    }),
    'payment-refused': ({ amount, token, chainId, txHash, ...refused }) => ({
      what: 'Keine Zahlung',
      body: `Transaktion ${txHash} der Chain ${chainId} ist keine Zahlung von ${amount} ${token} an ${checksum(refused.farmer)}: ${problemIn('de', refused)}`,
    }),
    'payment-said': ({ farmer, amount, token, transaction }) => ({
      what: 'Wurden Sie bezahlt?',
      body: `Der Auftraggeber sagt, dass ${amount} ${token} an ${checksum(farmer)} bezahlt wurden${transaction === null ? '' : `, mit Transaktion ${transaction}`}. Keine Chain zeigt das diesem Dienst. Bestätigen Sie es, wenn Sie es erhalten haben, und sagen Sie, dass Sie es nicht erhalten haben, wenn es so ist.`,
    }),
    'next-part': ({ title, until }) => ({
      what: 'Ihr nächster Teil',
      body: `Der nächste Teil des Plans, „${title}“, steht Ihnen offen. ${until === null ? 'Wer für diesen Teil bezahlt wurde, hat ihn 72 Stunden ab der ersten Freigabe für sich.' : `Bis ${moment(until)}, also 72 Stunden ab der ersten Freigabe, ist er nur für die da, die für diesen Teil bezahlt wurden.`}`,
    }),
    backed: ({ backer, amount, token }) => ({
      what: 'Mehr Belohnung',
      body: `${checksum(backer)} legt auf die Belohnung jedes Platzes ${amount} ${token} drauf. Ihre Entscheidungen gelten auch für diesen Teil; bezahlt wird er von dieser Wallet. Solange niemand einen Platz hat, können Sie das auf der Seite der Quest beenden.`,
    }),
    'backing-stopped': ({ backer, amount, token }) => ({
      what: 'Kein Zusatz mehr',
      body: `${checksum(backer)} legt auf die Belohnung jedes Platzes nicht mehr ${amount} ${token} drauf. Der Betrag ist dorthin zurückgegangen.`,
    }),
    'backing-returned': ({ amount, token }) => ({
      what: 'Ihr Zusatz geht zurück',
      body: `Von dem, was Sie auf diese Belohnung draufgelegt haben, gehen ${amount} ${token} an Sie zurück: Niemand hat sie verdient.`,
    }),
    'backing-closing': () => ({
      what: 'Ihren Zusatz zurückholen',
      body: 'Was Sie für diese Quest eingezahlt haben, kann niemand mehr verdienen. Der Vertrag wird dafür geschlossen: Holen Sie es danach mit der Wallet zurück, die eingezahlt hat, durch refund(escrow) des Treuhandvertrags.',
    }),
    'backers-follow': ({ count, amount, token }) => ({
      what: 'Weitere schulden Ihnen etwas',
      body: `Neben der auftraggebenden Seite ${count === 1 ? 'schuldet Ihnen noch eine Person' : `schulden Ihnen noch ${count} Personen`} etwas für diese Arbeit: zusammen ${amount} ${token}, unter Ihnen aufgeteilt, wenn der Platz geteilt war, und ohne den Teil derer, die widersprechen. Alle zahlen selbst an Sie. Die Seite der Quest nennt sie.`,
    }),
    'objection-dropped': ({ farmer }) => ({
      what: 'Ihr Widerspruch ist hinfällig',
      body: `Die Arbeit, der Sie widersprochen haben, wurde ${checksum(farmer)} zurückgegeben. Sobald wieder etwas eingereicht ist, können Sie erneut widersprechen.`,
    }),
    thanked: ({ giver, amount, token, thanks }) => ({
      what: 'Dank',
      body: /^https?:/.test(thanks)
        ? `${checksum(giver)} dankt Ihnen mit ${amount} ${token} für Ihren gemergten Pull-Request ${thanks}. Die Zahlung steht in Ihrer beider Profilen.`
        : `${checksum(giver)} dankt Ihnen mit ${amount} ${token} für Ihre abgeschlossene Arbeit. Die Zahlung steht in Ihrer beider Profilen.`,
    }),
    'thanks-said': ({ giver, amount, token, url }) => ({
      what: 'Wurden Sie bezahlt?',
      body:
        url === null
          ? `${checksum(giver)} sagt, Ihnen ${amount} ${token} als Trinkgeld für abgeschlossene Arbeit bezahlt zu haben. Antworten Sie unter /thanks, ob Sie es erhalten haben: Bis dahin sieht es niemand.`
          : `${checksum(giver)} sagt, Ihnen ${amount} ${token} als Dank für ${url} bezahlt zu haben. Antworten Sie unter /thanks, ob Sie es erhalten haben: Bis dahin sieht es niemand.`,
    }),
    'payment-received': ({ farmer, amount, token }) => ({
      what: 'Zahlung bestätigt',
      body: `${checksum(farmer)} bestätigt den Erhalt von ${amount} ${token}. Keine Chain zeigt das diesem Dienst, darum zählt es nicht für Punkte.`,
    }),
    'payment-missed': ({ farmer, amount, token }) => ({
      what: 'Nicht erhalten',
      body: `${checksum(farmer)} sagt, dass ${amount} ${token} nicht ankamen. Sie schulden sie, bis sie bezahlt sind.`,
    }),
    'payment-owed': ({ farmer, amount, token, since }) => ({
      what: 'Zu bezahlen',
      body: `Sie schulden ${checksum(farmer)} ${amount} ${token} seit dem ${moment(since)}, als die Arbeit freigegeben wurde. Bezahlen Sie auf der Seite der Quest mit Ihrer Wallet, oder sagen Sie dort, dass Sie bezahlt haben.`,
    }),

    funded: () => ({
      what: 'Hinterlegt',
      body: 'Die Hinterlegung ist auf der Chain eingegangen. Farmer können jetzt Plätze übernehmen.',
    }),
    misfunded: ({ paid, needed }) => ({
      what: 'Nicht hinterlegt',
      body: `Die Einzahlung auf der Chain ist ${deposited(paid)}; die Quest braucht ${deposited(needed)}. Sie geht zurück: Rufen Sie refund mit der Wallet auf, die eingezahlt hat, und stellen Sie die Quest neu ein.`,
    }),
    edited: changes => ({ what: 'Geändert', body: changed(changes).join('\n') }),
    'edited-for-backers': changes => ({ what: 'Geändert', body: changedForBackers(changes).join('\n') }),
    'notice-given': ({ endsAt }) => ({
      what: 'Der Auftraggeber hat die Rücknahme angekündigt',
      body: `Der Auftraggeber nimmt die freien Plätze dieser Quest vom Vertrag zurück, und Plätze ohne Arbeit mit ihnen: ${moment(endsAt)}. Was deutlich vorher eingereicht ist, kann noch bezahlt werden.`,
    }),
    'prizes-called-back': ({ endsAt }) => ({
      what: 'Die Preise werden zurückgeholt',
      body: `Der Auftraggeber holt die Preise dieses Wettbewerbs um ${moment(endsAt)} aus dem Vertrag zurück, wie dieser es erlaubt. Preise, die dem Vertrag deutlich vorher vorgeschlagen sind, werden noch bezahlt; sonst endet der Wettbewerb dann, und niemand gewinnt.`,
    }),
    'contest-closed': ({ entries, decideUntil, rankBy }) => ({
      what: rankBy === 'votes' ? 'Keine Beiträge mehr' : 'Bewerten Sie die Beiträge',
      body:
        entries === 0
          ? `Niemand hat an Ihrem Wettbewerb teilgenommen. Die Preise gehen am ${moment(decideUntil)} an Sie zurück; vorher können Sie ihn abbrechen.`
          : rankBy === 'votes'
            ? `Ihr Wettbewerb nimmt keine Beiträge mehr an: Es sind ${entries}. Mitglieder der Gemeinschaft stimmen bis ${moment(decideUntil)} über sie ab; ohne genügend Stimmen werden die Preise zu gleichen Teilen unter allen bezahlt.`
            : `Ihr Wettbewerb nimmt keine Beiträge mehr an: Es sind ${entries}. Bewerten Sie sie bis ${moment(decideUntil)}; danach werden die Preise zu gleichen Teilen unter allen bezahlt.`,
    }),
    'contest-placed': ({ by, giver, prize, amount, token, endsAt }) => ({
      what: 'Ihr Beitrag ist bewertet',
      body: `${by === 'members' ? `Die Stimmen von Mitgliedern geben Ihrem Beitrag den Preis ${prize} und ${amount} ${token}` : `${checksum(giver)} gibt Ihrem Beitrag den Preis ${prize} von ${amount} ${token}, allein oder geteilt`}. Die Rangfolge kann bis ${moment(endsAt)} beanstandet werden; danach gilt sie.`,
    }),
    'contest-unplaced': ({ endsAt }) => ({
      what: 'Die Beiträge sind bewertet',
      body: `Die Rangfolge gibt Ihrem Beitrag keinen Preis. Sie können sie bis ${moment(endsAt)} beanstanden; danach gilt sie.`,
    }),
    'ranking-disputed': ({ reason, disputeEndsAt, judged }) => ({
      what: 'Rangfolge beanstandet',
      body: `Die Rangfolge wird beanstandet: „${reason}“ ${judged ? 'Die Plattform-Wallet entscheidet' : 'Niemand ist bestimmt, der entscheidet'}; ohne Entscheidung gilt die Rangfolge am ${moment(disputeEndsAt)}.`,
    }),
    'contest-won': ({ giver, amount, token, decided, booked }) => ({
      what: 'Ihr Beitrag wird bezahlt',
      body: `${decided === 'silence' ? 'Die Beiträge wurden nicht rechtzeitig bewertet, daher werden alle gleich bezahlt: Ihr Teil ist' : 'Ihr Beitrag gewinnt'} ${amount} ${token}. ${booked ? `Das ist gebucht, und ${checksum(giver)} zahlt es Ihnen.` : 'Der Vertrag hat es an das Konto dieses Wettbewerbs gezahlt, von dem jeder seinen Teil bekommt; auf der Seite der Quest können Sie ihn selbst senden.'}`,
    }),
    'payout-begun': ({ decided, part, winners, prizesBack, token, reviewEndsAt, reason }) => ({
      what: 'Die Preise gehen an den Vertrag',
      body: `${contestSentences[decided]} ${part === null ? `Gewinner: ${winners}. Zurück an den Auftraggeber: ${prizesBack} ${token}.` : `Er soll Ihren Teil zahlen: ${part} ${token}.`} Bis etwa ${moment(reviewEndsAt)} kann der Auftraggeber die Zahlung beim Vertrag beanstanden; danach wird gezahlt.${because(reason)}`,
    }),
    'contest-decided': ({ decided, winners, refunded, token, reason }) => ({
      what: 'Wettbewerb entschieden',
      body: `${contestSentences[decided]} Bezahlte Beiträge: ${winners}. Zurück an den Auftraggeber: ${refunded} ${token}.${because(reason)}`,
    }),

    'quest-found': ({ name, reward }) => ({
      what: 'Offene Quest',
      body: `Sie passt zu „${name}“, dem Sie folgen. Lohn: ${reward}. Unter „Benachrichtigungen“ ändern oder beenden Sie das.`,
    }),
    commented: ({ author }) => ({
      what: 'Kommentar',
      body: `${checksum(author)} hat diese Quest kommentiert, wo alle es lesen können.\n\n${later}`,
    }),
    'comment-answered': ({ author }) => ({
      what: 'Antwort',
      body: `${checksum(author)} hat auf einen Kommentar von Ihnen geantwortet, wo alle es lesen können.\n\n${later}`,
    }),
    invited: ({ giver, reward, note }) => ({
      what: 'Einladung',
      body: `${checksum(giver)} lädt Sie zu dieser Quest ein, für ${reward}.${note === null ? '' : `\n\n${note}`}`,
    }),
    'hidden-by-moderator': values => ({
      what: 'Von einem Moderator ausgeblendet',
      body: moderated(
        'Andere sehen dies nicht mehr. Gelöscht wurde davon nichts.',
        thingOf(values),
        values.reason,
      ),
    }),
    'shown-again': values => ({
      what: 'Wieder sichtbar',
      body: moderated('Ein Moderator zeigt dies allen wieder.', thingOf(values), values.reason),
    }),
    'wallet-frozen': ({ owner, reason }) => ({
      what: 'Ihre Wallet ist gesperrt',
      body: moderated(
        'Sie können lesen, Laufendes beenden, dafür bezahlt werden und gehen; Neues beginnen können Sie nicht.',
        walletOf(owner),
        reason,
      ),
    }),
    'wallet-unfrozen': ({ owner, reason }) => ({
      what: 'Ihre Wallet ist wieder frei',
      body: moderated('Sie können wieder alles tun.', walletOf(owner), reason),
    }),
    'channel-ended': ({ kind, answer, url }) => ({
      what: 'Benachrichtigungen beendet',
      body: `Per ${channels[kind]} ließ sich nichts mehr senden, deshalb wurde dieser Weg aufgegeben.${answer === null ? '' : ` Die letzte Antwort war ${answer}.`}\n\nWieder einschalten können Sie ihn unter ${url}`,
    }),
  },
}

const later =
  'Von weiteren Kommentaren zu dieser Quest erfahren Sie, sobald Sie dies gelesen haben, und frühestens in einer Stunde.'

function because(reason: string | null): string {
  return reason === null ? '' : `\n\nBegründung: ${reason}`
}

function unlessDisputed({ amount, token, reviewEndsAt }: NoticeValues['submitted']): string {
  return `Wenn der Auftraggeber sie nicht beanstandet, werden ${amount} ${token} freigegeben: ${moment(reviewEndsAt)}.`
}

const otherwiseSentences: Readonly<Record<Otherwise, string>> = {
  'contract-refunds-unless-attested':
    'zahlt der Vertrag dem Auftraggeber zurück, es sei denn, ein Attestierer hat für die Arbeit unterschrieben',
  'contract-as-proposed': 'entscheidet der Vertrag danach, was beim Vorschlagen der Arbeit gesagt wurde',
  'contract-refunds': 'zahlt der Vertrag dem Auftraggeber zurück',
  'contract-pays': 'bezahlt der Vertrag die Arbeit',
  'pay-if-merge-stands':
    'wird die Arbeit freigegeben, wenn der Merge dann noch gilt, und dem Auftraggeber zurückgezahlt, wenn nicht',
  pay: 'wird die Arbeit freigegeben',
  'pay-for-link': 'wird die Arbeit freigegeben: Niemand kann hier entscheiden, und ihr Link zeigt sie',
  refund: 'wird dem Auftraggeber zurückgezahlt',
}

function disputed(values: NoticeValues['disputed-to-giver']): string {
  const { farmer, amount, token, disputeEndsAt, otherwise } = values
  return `Die Arbeit von ${checksum(farmer)} ist strittig; ${amount} ${token} sind einbehalten. Wenn vor dem ${moment(disputeEndsAt)} niemand entscheidet, ${otherwiseSentences[otherwise]}.${because(doubtIn('de', values))}`
}

function payment({ farmer, paid, refunded, token, booked }: NoticeValues['released']): string {
  const rest = refunded === '0' ? '' : `, und ${refunded} ${token} gingen an den Auftraggeber zurück`
  return booked
    ? `${paid} ${token} für ${checksum(farmer)} wurden freigegeben${rest}. Das ist hier verbucht, und noch ist nichts bezahlt: Der Auftraggeber zahlt mit der eigenen Wallet und kann die Transaktion zeigen.`
    : `${paid} ${token} gingen an ${checksum(farmer)}${rest}.`
}

const releasedBecause: Readonly<Record<ReleasedBecause, string>> = {
  'window-over': 'Die Prüfzeit ist vorbei.',
  approved: 'Der Auftraggeber hat die Arbeit genehmigt.',
  resolved: 'Der Streitfall wurde für den Farmer entschieden.',
  split: 'Der Streitfall wurde so entschieden, dass jede Seite einen Teil bekommt.',
  agreed: 'Beide Seiten haben sich auf je einen Teil geeinigt.',
  undecided: 'Niemand hat den Streitfall rechtzeitig entschieden, und was vorliegt, spricht für die Arbeit.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'Der Streitfall wurde für den Auftraggeber entschieden.',
  undecided: 'Niemand hat den Streitfall rechtzeitig entschieden.',
  conceded: 'Der Farmer hat nachgegeben.',
  'funds-gone':
    'Der Auftraggeber hat das Geld aus dem Vertrag zurückgeholt, bevor ihm die Arbeit vorgeschlagen werden konnte.',
  'on-chain': 'Es wurde auf der Chain zurückgezahlt.',
}

const decisions: Readonly<Record<CreditDecision, string>> = {
  unknown: 'Es ist entschieden.',
  split: releasedBecause.split,
  conceded: refundedBecause.conceded,
  'for-farmer': releasedBecause.resolved,
  'for-giver': refundedBecause.resolved,
}

const waysOut: Readonly<Record<Side, string>> = {
  farmer:
    'Alle können es vom Vertrag noch einmal senden lassen, und allein der Farmer kann es an eine andere Adresse holen: releaseTo(escrow, receiver)',
  giver:
    'Alle können es vom Vertrag noch einmal senden lassen, und allein wer einzahlte, kann es an eine andere Adresse holen: takeBackTo(escrow, farmer, receiver)',
}

function sideOf({ farmer, side }: Pick<NoticeValues['credit-kept'], 'farmer' | 'side'>): string {
  return side === 'farmer' ? checksum(farmer) : 'den Auftraggeber'
}

function changed({ amount, places, deadline, description }: NoticeValues['edited']): string[] {
  const sentences = ['Der Auftraggeber hat diese Quest geändert. Was Sie angenommen haben, bleibt, und:']
  if (amount !== null)
    sentences.push(
      `Der Lohn für jeden Platz ist jetzt ${amount.after} ${amount.token}; er war ${amount.before} ${amount.token}.`,
    )
  if (places !== null) sentences.push(`Sie hat jetzt ${places} Plätze.`)
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Sie hat keine Frist mehr.'
        : `Ihre Frist für neue Farmer ist jetzt: ${moment(deadline.after)}.`,
    )
  if (description) sentences.push('Ihre Beschreibung wurde ergänzt; Sie finden sie bei der Quest.')
  return sentences
}

const termWords: Readonly<Record<ChangedTerm, string>> = {
  title: 'Titel',
  description: 'Beschreibung',
  skills: 'Fähigkeiten',
  category: 'Kategorie',
  codehostRepo: 'Repository',
  codehostIssue: 'Issue',
  admission: 'Vergabe der Plätze',
  requires: 'Voraussetzungen',
}

function changedForBackers({ amount, deadline, terms }: NoticeValues['edited-for-backers']): string[] {
  const sentences = ['Die Quest, auf deren Belohnung Sie etwas drauflegen, wurde vom Auftraggeber geändert.']
  if (amount !== null)
    sentences.push(
      `Ihre eigene Belohnung für jeden Platz ist jetzt ${amount.after} ${amount.token}; sie war ${amount.before} ${amount.token}. Was Sie drauflegen, bleibt.`,
    )
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Sie hat keine Frist mehr.'
        : `Ihre Frist für neue Farmer ist jetzt: ${moment(deadline.after)}.`,
    )
  if (terms.length > 0)
    sentences.push(`Anders lauten jetzt: ${terms.map(term => termWords[term]).join(', ')}.`)
  return [
    ...sentences,
    'Die Seite der Quest zeigt, wie sie jetzt lautet. Solange niemand einen Platz hat, können Sie Ihren Zusatz dort beenden.',
  ]
}

const shareEnded = {
  changed: 'Die Aufteilung wurde zurückgenommen.',
  refused: 'Ein Mitglied hat den eigenen Anteil abgelehnt.',
  'not-agreed': 'Die Arbeit wurde nachgewiesen oder angenommen, bevor alle zugestimmt hatten.',
  'place-over': 'Den Platz gibt es nicht mehr, oder seine Belohnung ging zurück.',
} as const

const contestSentences: Readonly<Record<NoticeValues['contest-decided']['decided'], string>> = {
  ranked: 'Die Rangfolge gilt.',
  resolved: 'Die Plattform-Wallet hat über die Beanstandung der Rangfolge entschieden.',
  silence: 'Die Beiträge wurden nicht rechtzeitig bewertet: Die Preise werden zu gleichen Teilen bezahlt.',
  'no-entries': 'Es gab keinen Beitrag zu bezahlen, und die Preise gehen zurück.',
  cancelled: 'Der Auftraggeber hat den Wettbewerb abgebrochen, bevor jemand teilnahm.',
  refunded: 'Der Vertrag hat die Preise zurückgegeben.',
  'funds-gone':
    'Der Auftraggeber hat die Preise aus dem Vertrag zurückgeholt: Es gibt nichts mehr zu gewinnen.',
}

/** In the smallest units, as the contract counts. */
function deposited({ token, each, places }: DepositFacts): string {
  return `${each} von ${checksum(token)} für jeden von ${places} Plätzen`
}

function moderated(sentence: string, about: string, reason: string): string {
  return `${sentence}\n\n${about}\n\nDer Grund: ${reason}\n\nAntworten können Sie unter /moderation.`
}

function thingOf({ kind, thing, title }: LetterValues['shown-again']): string {
  return `${title} (${kinds[kind]} ${thing})`
}

function walletOf(owner: Address): string {
  return `Wallet-Adresse: ${checksum(owner)}`
}

const kinds: Readonly<Record<ReportedKind, string>> = {
  quest: 'Quest',
  comment: 'Kommentar',
  letter: 'Brief',
  profile: 'Profil',
  proposal: 'Vorschlag',
  file: 'Datei',
  wallet: 'Wallet',
  entry: 'Beitrag',
}

const channels: Readonly<Record<ChannelKind, string>> = {
  email: 'E-Mail',
  push: 'Web-Push',
  webhook: 'Webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}
