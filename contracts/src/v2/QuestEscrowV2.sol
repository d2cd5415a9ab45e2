// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Deposits} from "./Deposits.sol";
import {Escrow, Payment, PaymentState, Place, Proposal, Terms} from "./EscrowTypes.sol";
import {Roles} from "./Roles.sol";
import {SequencerGrace} from "./SequencerGrace.sol";

/// @title QuestEscrow, second version
/// @notice Holds what a giver promised for a quest, and pays each farmer whose work passed its review, exactly once.
/// Funds leave in two directions only: to a farmer who was proposed, or back to who paid them in. Nobody can change this
/// contract or stop what is proposed, and a farmer can release his own payment when the service is gone.
/// @dev Each escrow pays from what it holds itself: `held` falls by one with each payment and cannot pass zero, so no fault in
/// one escrow reaches the funds of another. What the first version's callers call is here under the same names.
contract QuestEscrowV2 is Deposits, SequencerGrace {
    /// @notice A farmer's whole share, in ten-thousandths.
    uint16 public constant WHOLE = 10_000;

    /// @notice So often the giver may return the work of one farmer.
    uint8 public constant MAX_RETURNS = 2;

    /// @notice A farmer has so long to take his money before it may go back.
    uint64 public constant RECLAIM_DELAY = 365 days;

    bytes32 private constant APPROVAL_TYPE =
        keccak256("Approval(bytes32 escrow,address farmer,uint8 returned,uint64 disputedAt,uint256 deadline)");

    bytes32 private constant ATTESTATION_TYPE =
        keccak256("Attestation(bytes32 escrow,address farmer,uint256 deadline)");

    /// @notice Each payment by its escrow and farmer.
    mapping(bytes32 escrow => mapping(address farmer => Payment)) public payments;

    /// @notice Deploys with all its terms.
    /// @param terms who has a part, and the times
    constructor(
        Terms memory terms
    ) Roles(terms) SequencerGrace(terms.uptimeFeed) EIP712("QuestEscrow", "2") {}

    /// @notice The operator says that a farmer did the work: it takes a free place and the review window starts.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param verified whether a merge proved the work, as the operator says; it decides nothing about money
    function propose(bytes32 escrow, address farmer, bool verified) external whileProposing nonReentrant {
        _propose(escrow, farmer, verified);
    }

    /// @notice The operator proposes several. What cannot be proposed is left out, as the missing event says.
    /// @param proposals the escrows and their farmers
    function proposeMany(Proposal[] calldata proposals) external whileProposing nonReentrant {
        for (uint256 i; i < proposals.length; ++i) {
            Proposal calldata each = proposals[i];
            if (_canPropose(each.escrow, each.farmer)) _propose(each.escrow, each.farmer, each.verified);
        }
    }

    /// @notice The operator proposes work that the attester signed for: a dispute that nobody resolves will pay it.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param deadline until when the signature is good, in unix seconds
    /// @param signature the attester's, EIP-712 or EIP-1271, over Attestation
    function proposeAttested(
        bytes32 escrow,
        address farmer,
        uint256 deadline,
        bytes calldata signature
    ) external whileProposing nonReentrant {
        if (attester == address(0)) revert InvalidSignature();
        _requireSignature(
            attester,
            keccak256(abi.encode(ATTESTATION_TYPE, escrow, farmer, deadline)),
            deadline,
            signature
        );
        _propose(escrow, farmer, true);
        payments[escrow][farmer].attested = true;
        emit Attested(escrow, farmer);
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

    /// @notice The giver pays a proposed farmer now, also one whose work he disputed.
    /// @dev Only who was proposed: a giver who could pay anyone from free places could empty the escrow while farmers work.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function approve(bytes32 escrow, address farmer) external onlyGiver(escrow) nonReentrant {
        _requireOpen(payments[escrow][farmer]);
        emit Approved(escrow, farmer);
        _pay(escrow, farmer, farmer);
    }

    /// @notice Anyone carries the giver's signed approval, so that he needs no gas.
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
        _requireOpen(payments[escrow][farmer]);
        _approveFor(escrow, farmer, deadline, signature);
    }

    /// @notice The giver wants the work finished, inside the review window and at most twice: it leaves review, its place is
    /// free, and when the operator proposes it again the window starts anew.
    /// @dev Not of proved work, which is disputed; and not once the giver has given notice, or he could return what he then takes.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it is
    function returnWork(bytes32 escrow, address farmer) external onlyGiver(escrow) {
        Payment storage payment = payments[escrow][farmer];
        _requireProposed(payment);
        if (payment.verified) revert IsVerified();
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp >= end) revert ReviewOver(end);
        if (payment.returned == MAX_RETURNS) revert TooManyReturns();
        Escrow storage deposit = _escrows[escrow];
        if (deposit.endsAt != 0) revert EscrowClosed();
        deposit.free += 1;
        payment.state = PaymentState.None;
        payment.returned += 1;
        emit Returned(escrow, farmer, payment.returned);
    }

    /// @notice The giver stops a payment inside the review window, until the arbiter resolves it or the dispute's time is over.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function dispute(bytes32 escrow, address farmer) external onlyGiver(escrow) {
        Payment storage payment = payments[escrow][farmer];
        _requireProposed(payment);
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp >= end) revert ReviewOver(end);
        payment.state = PaymentState.Disputed;
        payment.disputedAt = uint40(block.timestamp);
        emit Disputed(escrow, farmer, payment.disputedAt + disputePeriod);
    }

    /// @notice The farmer, who calls this, wants nothing for his work: its money goes back.
    /// @param escrow the id of the escrow
    function concede(bytes32 escrow) external nonReentrant {
        _requireOpen(payments[escrow][msg.sender]);
        emit Conceded(escrow, msg.sender);
        _decide(escrow, msg.sender, 0);
    }

    /// @notice The arbiter decides a dispute for one of the two.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param pay true pays the farmer, false gives the money back
    function resolve(bytes32 escrow, address farmer, bool pay) external nonReentrant {
        if (msg.sender != arbiter) revert NotArbiter();
        _requireDisputed(payments[escrow][farmer]);
        emit Resolved(escrow, farmer, pay);
        _decide(escrow, farmer, pay ? WHOLE : 0);
    }

    /// @notice The arbiter decides that both get a part. The farmer's is rounded down, and the two are the whole.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param share the farmer's part, in ten-thousandths
    function split(bytes32 escrow, address farmer, uint16 share) external nonReentrant {
        if (msg.sender != arbiter) revert NotArbiter();
        if (share > WHOLE) revert InvalidShare();
        _requireDisputed(payments[escrow][farmer]);
        emit Divided(escrow, farmer, share);
        _decide(escrow, farmer, share);
    }

    /// @notice Anyone ends a dispute that nobody resolved in time: work that the attester signed for is paid, other money goes back.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function settle(bytes32 escrow, address farmer) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        _requireDisputed(payment);
        uint64 settlesAt = _extended(payment.disputedAt + disputePeriod);
        if (block.timestamp < settlesAt) revert SettleTooEarly(settlesAt);
        emit Settled(escrow, farmer, payment.attested);
        _decide(escrow, farmer, payment.attested ? WHOLE : 0);
    }

    /// @notice Anyone pays a proposed farmer once the review window is over, or sends once more what its receiver did not take.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function release(bytes32 escrow, address farmer) external nonReentrant {
        if (payments[escrow][farmer].state == PaymentState.Unpaid) {
            if (!_sendDecided(escrow, farmer, farmer, _refundee(escrow))) revert TransferFailed(farmer);
        } else {
            _requireReleasable(payments[escrow][farmer]);
            _pay(escrow, farmer, farmer);
        }
    }

    /// @notice Anyone pays several. What cannot be paid is left as it is, as the missing event says.
    /// @param places the escrows and their farmers
    function releaseMany(Place[] calldata places) external nonReentrant {
        for (uint256 i; i < places.length; ++i) {
            Place calldata each = places[i];
            Payment storage payment = payments[each.escrow][each.farmer];
            if (payment.state != PaymentState.Proposed) continue;
            if (block.timestamp < _extended(payment.reviewEndsAt)) continue;
            _tryPay(each.escrow, each.farmer);
        }
    }

    /// @notice The farmer, who calls this, takes what is his to another receiver: for who cannot take it himself.
    /// @param escrow the id of the escrow
    /// @param receiver who gets the money
    function releaseTo(bytes32 escrow, address receiver) external nonReentrant {
        Payment storage payment = payments[escrow][msg.sender];
        if (receiver == address(0) || receiver == address(this)) revert InvalidAddress();
        if (payment.state == PaymentState.Unpaid) {
            if (!payment.farmerOwed) revert AlreadyPaid();
            emit ReleasedTo(escrow, msg.sender, receiver);
            _sendDecided(escrow, msg.sender, receiver, _refundee(escrow));
            if (payment.farmerOwed) revert TransferFailed(receiver);
        } else {
            _requireReleasable(payment);
            emit ReleasedTo(escrow, msg.sender, receiver);
            _pay(escrow, msg.sender, receiver);
        }
    }

    /// @notice Who paid in takes his part of decided work to another receiver: for who cannot take it himself.
    /// @param escrow the id of the escrow
    /// @param farmer whose work it was
    /// @param receiver who gets the money
    function takeBackTo(bytes32 escrow, address farmer, address receiver) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        if (msg.sender != _refundee(escrow)) revert NotGiver();
        if (payment.state != PaymentState.Unpaid || !payment.giverOwed) revert NothingToRefund();
        _redirect(escrow, farmer, receiver);
        _sendDecided(escrow, farmer, farmer, receiver);
        if (payment.giverOwed) revert TransferFailed(receiver);
    }

    /// @notice Who paid in takes back what a farmer could have taken for a year.
    /// @param escrow the id of the escrow
    /// @param farmer who did not take it
    function reclaim(bytes32 escrow, address farmer) external {
        reclaimTo(escrow, farmer, msg.sender);
    }

    /// @notice The same, to another receiver: for who paid in and cannot take it himself.
    /// @param escrow the id of the escrow
    /// @param farmer who did not take it
    /// @param receiver who gets the money
    function reclaimTo(bytes32 escrow, address farmer, address receiver) public nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        if (msg.sender != _refundee(escrow)) revert NotGiver();
        Escrow storage deposit = _escrows[escrow];
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
        if (block.timestamp < since + RECLAIM_DELAY) revert ReclaimTooEarly(since + RECLAIM_DELAY);

        payment.state = PaymentState.Refunded;
        payment.farmerOwed = false;
        payment.giverOwed = false;
        deposit.held -= 1;
        emit Refunded(escrow, farmer, amount);
        if (receiver != msg.sender) _redirect(escrow, farmer, receiver);
        _send(deposit.token, receiver, amount);
    }

    function _canPropose(bytes32 escrow, address farmer) private view returns (bool) {
        Escrow storage deposit = _escrows[escrow];
        return
            farmer != address(0) &&
            farmer != address(this) &&
            payments[escrow][farmer].state == PaymentState.None &&
            deposit.free != 0 &&
            !_isOver(deposit);
    }

    function _propose(bytes32 escrow, address farmer, bool verified) private {
        if (farmer == address(0) || farmer == address(this)) revert InvalidAddress();
        Payment storage payment = payments[escrow][farmer];
        if (payment.state != PaymentState.None) {
            _requireOpen(payment);
            revert AlreadyProposed();
        }
        Escrow storage deposit = _escrows[escrow];
        uint16 free = deposit.free;
        if (deposit.slots == 0) revert UnknownEscrow();
        if (_isOver(deposit)) revert EscrowClosed();
        if (free == 0) revert NoFreePlace();
        deposit.free = free - 1;
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
        // What he signed before he returned or disputed the work is not what he thinks of it now.
        bytes32 words = keccak256(
            abi.encode(APPROVAL_TYPE, escrow, farmer, payment.returned, payment.disputedAt, deadline)
        );
        _requireSignature(_escrows[escrow].giver, words, deadline, signature);
        emit Approved(escrow, farmer);
        _pay(escrow, farmer, farmer);
    }

    /// @dev Pays one place in full, or undoes the whole call: nobody is marked as paid without having the money.
    function _pay(bytes32 escrow, address farmer, address receiver) private {
        Escrow storage deposit = _escrows[escrow];
        (address token, uint256 amount) = (deposit.token, deposit.amountEach);
        payments[escrow][farmer].state = PaymentState.Released;
        deposit.held -= 1;
        emit Released(escrow, farmer, amount);
        _send(token, receiver, amount);
    }

    /// @dev Pays one place in full, or leaves it as it was.
    function _tryPay(bytes32 escrow, address farmer) private {
        Escrow storage deposit = _escrows[escrow];
        Payment storage payment = payments[escrow][farmer];
        payment.state = PaymentState.Released;
        deposit.held -= 1;
        if (_offer(deposit.token, farmer, deposit.amountEach)) {
            emit Released(escrow, farmer, deposit.amountEach);
        } else {
            payment.state = PaymentState.Proposed;
            deposit.held += 1;
        }
    }

    /// @dev Ends the payment: what each gets is sent, and waits where its receiver does not take it, so that nobody can keep
    /// a decision from being made.
    function _decide(bytes32 escrow, address farmer, uint16 share) private {
        Payment storage payment = payments[escrow][farmer];
        payment.state = PaymentState.Unpaid;
        payment.decidedAt = uint40(block.timestamp);
        payment.share = share;
        (uint256 toFarmer, uint256 toGiver) = _parts(_escrows[escrow], payment);
        payment.farmerOwed = toFarmer != 0;
        payment.giverOwed = toGiver != 0;
        address refundee = _refundee(escrow);
        _sendDecided(escrow, farmer, farmer, refundee);
        if (payment.farmerOwed) emit Waiting(escrow, farmer, farmer, toFarmer);
        if (payment.giverOwed) emit Waiting(escrow, farmer, refundee, toGiver);
    }

    /// @dev Sends the parts that are owed; says whether any of them was taken.
    function _sendDecided(
        bytes32 escrow,
        address farmer,
        address toFarmer,
        address toGiver
    ) private returns (bool moved) {
        Escrow storage deposit = _escrows[escrow];
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
        deposit.held -= 1;
        if (farmers == 0) payment.state = PaymentState.Refunded;
        else payment.state = givers == 0 ? PaymentState.Released : PaymentState.Split;
    }

    /// @dev What each gets of a decided payment.
    function _parts(
        Escrow storage deposit,
        Payment storage payment
    ) private view returns (uint256 toFarmer, uint256 toGiver) {
        toFarmer = (uint256(deposit.amountEach) * payment.share) / WHOLE;
        toGiver = deposit.amountEach - toFarmer;
    }

    /// @dev In review, and not disputed.
    function _requireProposed(Payment storage payment) private view {
        _requireOpen(payment);
        if (payment.state == PaymentState.Disputed) revert InDispute();
    }

    function _requireDisputed(Payment storage payment) private view {
        _requireOpen(payment);
        if (payment.state != PaymentState.Disputed) revert NotDisputed();
    }

    function _requireReleasable(Payment storage payment) private view {
        _requireProposed(payment);
        uint64 end = _extended(payment.reviewEndsAt);
        if (block.timestamp < end) revert ReviewOpen(end);
    }

    /// @dev Neither never proposed nor ended.
    function _requireOpen(Payment storage payment) private view {
        if (payment.state == PaymentState.None) revert NotProposed();
        if (payment.state == PaymentState.Released) revert AlreadyPaid();
        if (payment.state == PaymentState.Refunded) revert AlreadyRefunded();
        if (payment.state == PaymentState.Split) revert AlreadySplit();
        if (payment.state == PaymentState.Unpaid) revert AlreadyDecided();
    }
}
