// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Place, Proposal} from "../v2/EscrowTypes.sol";
import {SequencerGrace} from "../v2/SequencerGrace.sol";
import {Deposits} from "./Deposits.sol";
import {DepositWords} from "./DepositWords.sol";
import {Deposit, Payment, PaymentState, Terms} from "./EscrowTypesV3.sol";
import {Roles} from "./Roles.sol";

/// @title QuestEscrow, third version
/// @notice Holds what a giver promised for a quest, and pays each farmer whose work passed its review, exactly once.
/// Funds leave in two directions only: to a farmer who was proposed, or back to who paid them in. Nobody can change this
/// contract or stop what is proposed, and a farmer can release their own payment when the service is gone.
/// @dev Each escrow pays from what it holds itself: `held` falls by one with each payment and cannot pass zero, so no fault in
/// one escrow reaches the funds of another. Everything that the second version's callers call is here under the same names.
contract QuestEscrowV3 is Deposits {
    /// @notice A farmer's whole share, in ten-thousandths.
    uint16 public constant WHOLE = 10_000;

    /// @notice So often the giver may return the work of one farmer.
    uint8 public constant MAX_RETURNS = 2;

    /// @notice A farmer has so long to take their money before it may go back.
    uint64 public constant RECLAIM_DELAY = 365 days;

    /// @notice So long after the arbiter ruled nothing is paid, so that a mistake can be seen.
    uint64 public constant RULING_DELAY = 1 days;

    /// @notice So much longer it is where the owner paused the ruling, which they may once.
    uint64 public constant RULING_PAUSE = 7 days;

    uint8 private constant PAUSED = 1;
    uint8 private constant RULED_ANEW = 2;

    bytes32 private constant APPROVAL_TYPE =
        keccak256("Approval(bytes32 escrow,address farmer,uint8 returned,uint64 disputedAt,uint256 deadline)");

    bytes32 private constant ATTESTATION_TYPE =
        keccak256("Attestation(bytes32 escrow,address farmer,uint8 returned,bytes32 work,uint256 deadline)");

    /// @notice Each payment by its escrow and farmer.
    mapping(bytes32 escrow => mapping(address farmer => Payment)) public payments;

    /// @notice Deploys with all its terms.
    /// @param terms who has a part, the times, and the usual tokens
    constructor(
        Terms memory terms
    ) Roles(terms) SequencerGrace(terms.uptimeFeed) DepositWords(terms.tokens) EIP712("QuestEscrow", "3") {}

    /// @notice The operator says that a farmer did the work: it takes a free place and the review window starts.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param verified whether a merge proved the work, as the operator says; it decides nothing about money
    function propose(bytes32 escrow, address farmer, bool verified) external whileProposing nonReentrant {
        _propose(escrow, farmer, verified);
    }

    /// @notice The operator proposes several. Work that cannot be proposed is left out, as the missing event says.
    /// @param proposals the escrows and their farmers
    function proposeMany(Proposal[] calldata proposals) external whileProposing nonReentrant {
        for (uint256 i; i < proposals.length; ++i) {
            Proposal calldata each = proposals[i];
            if (each.farmer == address(0) || each.farmer == address(this)) continue;
            Payment storage payment = payments[each.escrow][each.farmer];
            if (payment.state != PaymentState.None || !_takePlace(each.escrow)) continue;
            _review(each.escrow, payment, each.farmer, each.verified);
        }
    }

    /// @notice The operator proposes work that the attester signed for: a dispute that nobody resolves will pay it.
    /// @dev The signature is for this work alone, as often as it was returned: not for what the same farmer hands in after it.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param work a hash of what was attested, as of a merge's address
    /// @param deadline until when the signature is good, in unix seconds
    /// @param signature the attester's, EIP-712 or EIP-1271, over Attestation
    function proposeAttested(
        bytes32 escrow,
        address farmer,
        bytes32 work,
        uint256 deadline,
        bytes calldata signature
    ) external whileProposing nonReentrant {
        address signer = _decidersOf(escrow).attester;
        if (signer == address(0)) revert InvalidSignature();
        Payment storage payment = payments[escrow][farmer];
        bytes32 words = keccak256(abi.encode(ATTESTATION_TYPE, escrow, farmer, payment.returned, work, deadline));
        _requireSignature(signer, words, deadline, signature);
        _propose(escrow, farmer, true);
        payment.attested = true;
        emit Attested(escrow, farmer);
        emit WorkAttested(escrow, farmer, work);
    }

    /// @notice The operator proposes work that its giver has signed for: it is paid at once.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    /// @param verified whether a merge proved the work, as the operator says
    /// @param deadline until when the signature is good, in unix seconds
    /// @param signature the giver's, EIP-712 or EIP-1271, over Approval
    function proposeApproved(
        bytes32 escrow,
        address farmer,
        bool verified,
        uint256 deadline,
        bytes calldata signature
    ) external whileProposing nonReentrant {
        _propose(escrow, farmer, verified);
        _approveFor(escrow, farmer, deadline, signature);
    }

    /// @notice The giver pays a proposed farmer now, also one whose work they disputed, or about which the arbiter ruled otherwise.
    /// @dev Only who was proposed: a giver who could pay anyone from free places could empty the escrow while farmers work.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function approve(bytes32 escrow, address farmer) external onlyGiver(escrow) nonReentrant {
        _requireOpen(payments[escrow][farmer].state);
        emit Approved(escrow, farmer);
        _pay(escrow, farmer, farmer);
    }

    /// @notice Anyone carries the giver's signed approval, so that they need no gas.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    /// @param deadline until when the signature is good, in unix seconds
    /// @param signature the giver's, EIP-712 or EIP-1271, over Approval
    function approveFor(
        bytes32 escrow,
        address farmer,
        uint256 deadline,
        bytes calldata signature
    ) external nonReentrant {
        _requireOpen(payments[escrow][farmer].state);
        _approveFor(escrow, farmer, deadline, signature);
    }

    /// @notice The giver wants the work finished, inside the review window and at most twice: it leaves review, its place is
    /// free, and when the operator proposes it again the window starts anew.
    /// @dev Not of proved work, which is disputed; and not once the giver has given notice, or they could return what they then take.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it is
    function returnWork(bytes32 escrow, address farmer) external onlyGiver(escrow) {
        Payment storage payment = payments[escrow][farmer];
        _requireProposed(payment.state);
        if (payment.verified) revert IsVerified();
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp >= end) revert ReviewOver(end);
        if (payment.returned == MAX_RETURNS) revert TooManyReturns();
        Deposit memory deposit = _load(escrow);
        if (deposit.endsAt != 0) revert EscrowClosed();
        deposit.free += 1;
        _save(escrow, deposit);
        payment.state = PaymentState.None;
        payment.returned += 1;
        emit Returned(escrow, farmer, payment.returned);
    }

    /// @notice The giver stops a payment inside the review window, until the arbiter resolves it or the dispute's time is over.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function dispute(bytes32 escrow, address farmer) external onlyGiver(escrow) {
        Payment storage payment = payments[escrow][farmer];
        _requireProposed(payment.state);
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp >= end) revert ReviewOver(end);
        payment.state = PaymentState.Disputed;
        payment.disputedAt = uint40(block.timestamp);
        emit Disputed(escrow, farmer, payment.disputedAt + disputePeriod);
    }

    /// @notice The farmer, who calls this, wants nothing for their work: its money goes back.
    /// @param escrow the id of the escrow
    function concede(bytes32 escrow) external nonReentrant {
        _requireOpen(payments[escrow][msg.sender].state);
        emit Conceded(escrow, msg.sender);
        _decide(escrow, msg.sender, 0);
    }

    /// @notice The arbiter decides a dispute for one of the two, inside its period. It is carried out a day later.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param pay true pays the farmer, false gives the money back
    function resolve(bytes32 escrow, address farmer, bool pay) external {
        emit Resolved(escrow, farmer, pay);
        _rule(escrow, farmer, pay ? WHOLE : 0);
    }

    /// @notice The arbiter decides that both get a part. The farmer's is rounded down, and the two are the whole.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param share the farmer's part, in ten-thousandths
    function split(bytes32 escrow, address farmer, uint16 share) external {
        if (share > WHOLE) revert InvalidShare();
        emit Divided(escrow, farmer, share);
        _rule(escrow, farmer, share);
    }

    /// @notice The owner pauses one ruling, inside its day and once: for a week the arbiter may rule anew. The ruling that stands then is
    /// carried out; the owner cannot change it.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function pauseRuling(bytes32 escrow, address farmer) external onlyOwner {
        Payment storage payment = payments[escrow][farmer];
        if (payment.state != PaymentState.Ruled) revert NotRuled();
        if (payment.paused != 0) revert AlreadyPaused();
        if (block.timestamp >= _payableAt(payment)) revert NotRuled();
        payment.paused = PAUSED;
        emit RulingPaused(escrow, farmer, _payableAt(payment));
    }

    /// @notice Anyone ends a dispute that nobody resolved in time: work that the attester signed for is paid, other money goes back.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function settle(bytes32 escrow, address farmer) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        _requireDisputed(payment.state);
        uint64 settlesAt = _extended(payment.disputedAt + disputePeriod);
        if (block.timestamp < settlesAt) revert SettleTooEarly(settlesAt);
        emit Settled(escrow, farmer, payment.attested);
        _decide(escrow, farmer, payment.attested ? WHOLE : 0);
    }

    /// @notice Anyone pays a proposed farmer once the review window is over, carries out a ruling once it is payable, or sends once
    /// more what its receiver did not take.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function release(bytes32 escrow, address farmer) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        PaymentState state = payment.state;
        if (state == PaymentState.Ruled) {
            _requirePayable(payment);
            _carryOut(escrow, farmer, payment);
        } else if (state == PaymentState.Unpaid) {
            Deposit memory deposit = _load(escrow);
            address refundee = _refundee(escrow, deposit);
            if (!_sendDecided(escrow, deposit, farmer, farmer, refundee)) revert TransferFailed(farmer);
        } else {
            _requireReleasable(payment);
            _pay(escrow, farmer, farmer);
        }
    }

    /// @notice Anyone pays several, or carries rulings out. Work that cannot be paid is left as it is, as the missing event says.
    /// @param places the escrows and their farmers
    function releaseMany(Place[] calldata places) external nonReentrant {
        for (uint256 i; i < places.length; ++i) {
            Place calldata each = places[i];
            Payment storage payment = payments[each.escrow][each.farmer];
            PaymentState state = payment.state;
            if (state == PaymentState.Ruled) {
                if (block.timestamp >= _payableAt(payment)) _carryOut(each.escrow, each.farmer, payment);
            } else if (state == PaymentState.Proposed) {
                if (block.timestamp >= _extended(payment.reviewEndsAt)) _tryPay(each.escrow, each.farmer);
            }
        }
    }

    /// @notice The farmer, who calls this, takes what is theirs to another receiver: for who cannot take it themselves.
    /// @param escrow the id of the escrow
    /// @param receiver who gets the money
    function releaseTo(bytes32 escrow, address receiver) external nonReentrant {
        Payment storage payment = payments[escrow][msg.sender];
        if (receiver == address(0) || receiver == address(this)) revert InvalidAddress();
        Deposit memory deposit = _load(escrow);
        bool ripens = payment.state == PaymentState.Ruled;
        if (ripens) _ripen(deposit, payment);
        if (payment.state == PaymentState.Unpaid) {
            if (!payment.farmerOwed) revert AlreadyPaid();
            emit ReleasedTo(escrow, msg.sender, receiver);
            _sendDecided(escrow, deposit, msg.sender, receiver, _refundee(escrow, deposit));
            if (payment.farmerOwed) revert TransferFailed(receiver);
            if (ripens) _tellWaiting(escrow, deposit, msg.sender, payment);
        } else {
            _requireReleasable(payment);
            emit ReleasedTo(escrow, msg.sender, receiver);
            _pay(escrow, msg.sender, receiver);
        }
    }

    /// @notice The payer takes their part of decided work to another receiver, where they cannot take it themselves.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    /// @param receiver who gets the money
    function takeBackTo(bytes32 escrow, address farmer, address receiver) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        Deposit memory deposit = _load(escrow);
        if (msg.sender != _refundee(escrow, deposit)) revert NotGiver();
        bool ripens = payment.state == PaymentState.Ruled;
        if (ripens) _ripen(deposit, payment);
        if (payment.state != PaymentState.Unpaid || !payment.giverOwed) revert NothingToRefund();
        _redirect(escrow, farmer, receiver);
        _sendDecided(escrow, deposit, farmer, farmer, receiver);
        if (payment.giverOwed) revert TransferFailed(receiver);
        if (ripens) _tellWaiting(escrow, deposit, farmer, payment);
    }

    /// @notice The payer takes back what a farmer could have taken for a year.
    /// @param escrow the id of the escrow
    /// @param farmer who did not take it
    function reclaim(bytes32 escrow, address farmer) external {
        reclaimTo(escrow, farmer, msg.sender);
    }

    /// @notice The same, to another receiver: for who paid in and cannot take it themselves.
    /// @param escrow the id of the escrow
    /// @param farmer who did not take it
    /// @param receiver who gets the money
    function reclaimTo(bytes32 escrow, address farmer, address receiver) public nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        Deposit memory deposit = _load(escrow);
        if (msg.sender != _refundee(escrow, deposit)) revert NotGiver();
        if (payment.state == PaymentState.Ruled) _ripen(deposit, payment);
        uint256 amount = deposit.amountEach;
        uint64 since = payment.decidedAt;
        if (payment.state == PaymentState.Unpaid) {
            (uint256 toFarmer, uint256 toGiver) = _parts(deposit, payment);
            if (!payment.farmerOwed) revert AlreadyPaid();
            amount = payment.giverOwed ? toFarmer + toGiver : toFarmer;
        } else {
            _requireReleasable(payment);
            since = _extended(payment.reviewEndsAt);
        }
        uint64 until = _extended(since + RECLAIM_DELAY);
        if (block.timestamp < until) revert ReclaimTooEarly(until);

        payment.state = PaymentState.Refunded;
        payment.farmerOwed = false;
        payment.giverOwed = false;
        deposit.held -= 1;
        _save(escrow, deposit);
        emit Refunded(escrow, farmer, amount);
        if (receiver != msg.sender) _redirect(escrow, farmer, receiver);
        _send(deposit.token, receiver, amount);
    }

    function _propose(bytes32 escrow, address farmer, bool verified) private {
        if (farmer == address(0) || farmer == address(this)) revert InvalidAddress();
        Payment storage payment = payments[escrow][farmer];
        PaymentState state = payment.state;
        if (state != PaymentState.None) {
            _requireOpen(state);
            revert AlreadyProposed();
        }
        if (!_takePlace(escrow)) _refuse(escrow);
        _review(escrow, payment, farmer, verified);
    }

    /// @dev Why no place can be taken.
    function _refuse(bytes32 escrow) private view {
        Deposit memory deposit = _load(escrow);
        if (deposit.giver == address(0)) revert UnknownEscrow();
        if (_isOver(deposit)) revert EscrowClosed();
        revert NoFreePlace();
    }

    /// @dev Starts the review of work whose place is taken.
    function _review(bytes32 escrow, Payment storage payment, address farmer, bool verified) private {
        payment.state = PaymentState.Proposed;
        payment.verified = verified;
        uint40 reviewEndsAt = uint40(block.timestamp + reviewWindow);
        payment.reviewEndsAt = reviewEndsAt;
        emit Proposed(escrow, farmer, verified, reviewEndsAt);
    }

    function _approveFor(
        bytes32 escrow,
        address farmer,
        uint256 deadline,
        bytes calldata signature
    ) private {
        Payment storage payment = payments[escrow][farmer];
        // Signed words from before a return or a dispute are not what the giver thinks of the work now.
        bytes32 words = keccak256(
            abi.encode(APPROVAL_TYPE, escrow, farmer, payment.returned, payment.disputedAt, deadline)
        );
        _requireSignature(_giverOf(escrow), words, deadline, signature);
        emit Approved(escrow, farmer);
        _pay(escrow, farmer, farmer);
    }

    /// @dev Pays one place in full, or undoes the whole call: nobody is marked as paid without having the money.
    function _pay(bytes32 escrow, address farmer, address receiver) private {
        (address token, uint256 amount) = _payPlace(escrow);
        payments[escrow][farmer].state = PaymentState.Released;
        emit Released(escrow, farmer, amount);
        _send(token, receiver, amount);
    }

    /// @dev Pays one place in full, or leaves it as it was.
    function _tryPay(bytes32 escrow, address farmer) private {
        (address token, uint256 amount) = _payPlace(escrow);
        Payment storage payment = payments[escrow][farmer];
        payment.state = PaymentState.Released;
        if (_offer(token, farmer, amount)) {
            emit Released(escrow, farmer, amount);
        } else {
            payment.state = PaymentState.Proposed;
            Deposit memory deposit = _load(escrow);
            deposit.held += 1;
            _save(escrow, deposit);
        }
    }

    /// @dev The arbiter of this deposit rules: on a dispute in its period, or anew on a ruling that the owner paused. So no dispute
    /// can be resolved and settled at the same time.
    function _rule(bytes32 escrow, address farmer, uint16 share) private {
        if (msg.sender != _decidersOf(escrow).arbiter) revert NotArbiter();
        Payment storage payment = payments[escrow][farmer];
        if (payment.state == PaymentState.Ruled && payment.paused == PAUSED) {
            if (block.timestamp >= _payableAt(payment)) revert AlreadyDecided();
            payment.paused = RULED_ANEW;
        } else {
            _requireDisputed(payment.state);
            uint64 settlesAt = _extended(payment.disputedAt + disputePeriod);
            if (block.timestamp >= settlesAt) revert DisputeOver(settlesAt);
            payment.state = PaymentState.Ruled;
        }
        payment.decidedAt = uint40(block.timestamp);
        payment.share = share;
        emit Ruled(escrow, farmer, share, _payableAt(payment));
    }

    /// @dev When a ruling is carried out.
    function _payableAt(Payment storage payment) private view returns (uint64) {
        uint64 delay = payment.paused == PAUSED ? RULING_DELAY + RULING_PAUSE : RULING_DELAY;
        return _extended(payment.decidedAt + delay);
    }

    function _requirePayable(Payment storage payment) private view {
        uint64 payableAt = _payableAt(payment);
        if (block.timestamp < payableAt) revert RulingOpen(payableAt);
    }

    /// @dev A ruling becomes what is owed, from the time on at which it was payable.
    function _ripen(Deposit memory deposit, Payment storage payment) private {
        _requirePayable(payment);
        payment.decidedAt = uint40(_payableAt(payment));
        _owe(deposit, payment);
    }

    function _carryOut(bytes32 escrow, address farmer, Payment storage payment) private {
        Deposit memory deposit = _load(escrow);
        _ripen(deposit, payment);
        _sendOrWait(escrow, deposit, farmer, payment);
    }

    /// @dev Ends the payment at once, without a ruling.
    function _decide(bytes32 escrow, address farmer, uint16 share) private {
        Payment storage payment = payments[escrow][farmer];
        Deposit memory deposit = _load(escrow);
        payment.decidedAt = uint40(block.timestamp);
        payment.share = share;
        _owe(deposit, payment);
        _sendOrWait(escrow, deposit, farmer, payment);
    }

    function _owe(Deposit memory deposit, Payment storage payment) private {
        payment.state = PaymentState.Unpaid;
        (uint256 toFarmer, uint256 toGiver) = _parts(deposit, payment);
        payment.farmerOwed = toFarmer != 0;
        payment.giverOwed = toGiver != 0;
    }

    /// @dev Sends to each what is theirs; it waits where its receiver does not take it, so that nobody can keep a decision from
    /// being made.
    function _sendOrWait(bytes32 escrow, Deposit memory deposit, address farmer, Payment storage payment) private {
        _sendDecided(escrow, deposit, farmer, farmer, _refundee(escrow, deposit));
        _tellWaiting(escrow, deposit, farmer, payment);
    }

    /// @dev Tells what somebody did not take, once, when it is decided.
    function _tellWaiting(bytes32 escrow, Deposit memory deposit, address farmer, Payment storage payment) private {
        (uint256 toFarmer, uint256 toGiver) = _parts(deposit, payment);
        if (payment.farmerOwed) emit Waiting(escrow, farmer, farmer, toFarmer);
        if (payment.giverOwed) emit Waiting(escrow, farmer, _refundee(escrow, deposit), toGiver);
    }

    /// @dev Sends the parts that are owed; says whether any of them was taken.
    function _sendDecided(
        bytes32 escrow,
        Deposit memory deposit,
        address farmer,
        address toFarmer,
        address toGiver
    ) private returns (bool moved) {
        Payment storage payment = payments[escrow][farmer];
        (uint256 farmers, uint256 givers) = _parts(deposit, payment);
        if (payment.farmerOwed && _offer(deposit.token, toFarmer, farmers)) {
            payment.farmerOwed = false;
            emit Released(escrow, farmer, farmers);
            moved = true;
        }
        if (payment.giverOwed && _offer(deposit.token, toGiver, givers)) {
            payment.giverOwed = false;
            emit Refunded(escrow, farmer, givers);
            moved = true;
        }
        if (payment.farmerOwed || payment.giverOwed) return moved;
        // From what is stored now: a receiver may have changed the deposit while it took its part.
        _payPlace(escrow);
        if (farmers == 0) payment.state = PaymentState.Refunded;
        else payment.state = givers == 0 ? PaymentState.Released : PaymentState.Split;
    }

    /// @dev The part of each in a decided payment.
    function _parts(
        Deposit memory deposit,
        Payment storage payment
    ) private view returns (uint256 toFarmer, uint256 toGiver) {
        toFarmer = (deposit.amountEach * payment.share) / WHOLE;
        toGiver = deposit.amountEach - toFarmer;
    }

    /// @dev In review, and not disputed.
    function _requireProposed(PaymentState state) private pure {
        _requireOpen(state);
        if (state != PaymentState.Proposed) revert InDispute();
    }

    function _requireDisputed(PaymentState state) private pure {
        _requireOpen(state);
        if (state == PaymentState.Ruled) revert AlreadyDecided();
        if (state != PaymentState.Disputed) revert NotDisputed();
    }

    function _requireReleasable(Payment storage payment) private view {
        _requireProposed(payment.state);
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp < end) revert ReviewOpen(end);
    }

    /// @dev Neither never proposed nor ended.
    function _requireOpen(PaymentState state) private pure {
        if (state == PaymentState.None) revert NotProposed();
        if (state == PaymentState.Released) revert AlreadyPaid();
        if (state == PaymentState.Refunded) revert AlreadyRefunded();
        if (state == PaymentState.Split) revert AlreadySplit();
        if (state == PaymentState.Unpaid) revert AlreadyDecided();
    }
}
