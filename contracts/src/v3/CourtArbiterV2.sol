// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IArbitrable} from "../v2/Arbitration.sol";
import {IDisputedEscrow} from "../v2/CourtArbiter.sol";
import {IAppealableArbitrator} from "./Appeals.sol";

/// @notice An escrow contract of the third version, where each deposit keeps its arbiter.
interface IKeepsArbiters {
    /// @notice The arbiter of disputes about a deposit.
    /// @param escrow the id of the escrow
    /// @return the arbiter
    function arbiterOf(bytes32 escrow) external view returns (address);
}

/// @title An arbiter that asks a court, with appeals
/// @notice The arbiter of escrow contracts whose disputes an ERC-792 arbitrator decides, such as Kleros. Each side pays the court's fee, and the one that
/// wins gets it back; a side that does not pay in time loses. Rulings are appealed in the same way, by anyone who pays for a side.
/// The court's ruling is done, and nobody else decides anything. Nobody owns this contract, and no fee stays with it.
contract CourtArbiterV2 is IArbitrable, ReentrancyGuardTransient {
    /// @notice Where a dispute stands here.
    enum Stage {
        None,
        Paying,
        Asked,
        Closed
    }

    /// @notice One dispute.
    /// @param contract_ the escrow contract
    /// @param stage where it stands
    /// @param ruling once it is closed: 1 pays the farmer, 2 gives the money back, 0 gives each a half
    /// @param isCarriedOut whether nothing is left to do in the escrow contract
    /// @param paidAt when the first side paid, in unix seconds
    /// @param farmer whose work is disputed
    /// @param escrow the id of the escrow
    /// @param disputeID the court's number, once both have paid
    /// @param rounds how many times both sides paid: once for the dispute, and once for each appeal
    struct Case {
        IDisputedEscrow contract_;
        Stage stage;
        uint8 ruling;
        bool isCarriedOut;
        uint40 paidAt;
        address farmer;
        bytes32 escrow;
        uint256 disputeID;
        uint256 rounds;
    }

    /// @dev The money paid for the two sides in one round, under 1 for the farmer and 2 for the giver.
    struct Round {
        uint256[3] paid;
        bool[3] isFull;
        /// The rest of both after the court's fee, for those who paid for the side that wins.
        uint256 pot;
        mapping(address payer => uint256[3]) shares;
    }

    /// @notice So long the other side has to pay the court's fee once one has.
    uint256 public constant FEE_TIME = 3 days;

    /// @notice Beside the appeal's cost a side pays a stake, in ten-thousandths of it, which goes to the side that wins: so much
    /// where the court favours none.
    uint256 public constant SHARED_STAKE = 5_000;

    /// @notice So much for the side that the court favours.
    uint256 public constant WINNER_STAKE = 5_000;

    /// @notice So much for the other one, which has the first half of the appeal's time to pay it.
    uint256 public constant LOSER_STAKE = 10_000;

    uint256 private constant WHOLE = 10_000;
    uint256 private constant CHOICES = 2;
    uint256 private constant PAY = 1;
    uint256 private constant REFUND = 2;
    uint256 private constant DISPUTED = 2;

    /// @notice The court.
    IAppealableArbitrator public immutable arbitrator;

    /// @notice Which court of the arbitrator, and how many jurors.
    bytes public extraData;

    /// @notice Each dispute by its evidence group.
    mapping(uint256 evidenceGroup => Case) public cases;

    /// @notice The court's number plus one of a dispute's, by its evidence group; zero where it is not before the court.
    mapping(uint256 evidenceGroup => uint256) public broughtAs;

    mapping(uint256 disputeID => uint256) private _groups;
    mapping(uint256 evidenceGroup => mapping(uint256 round => Round)) private _rounds;

    /// @notice Somebody paid for a side.
    /// @param evidenceGroup of the dispute
    /// @param round 0 for the dispute itself, and then the appeals
    /// @param side 1 for the farmer, 2 for the giver
    /// @param payer who paid
    /// @param amount what of it was taken, in wei
    /// @param isFull whether the side has paid all of it now
    event Paid(
        uint256 indexed evidenceGroup,
        uint256 round,
        uint256 indexed side,
        address indexed payer,
        uint256 amount,
        bool isFull
    );

    /// @notice The ruling of now is appealed.
    /// @param evidenceGroup of the dispute
    /// @param round the appeal's number, from 1 on
    event Appealed(uint256 indexed evidenceGroup, uint256 round);

    /// @notice A dispute ended here.
    /// @param evidenceGroup of the dispute
    /// @param ruling 1 pays the farmer, 2 gives the money back, 0 gives each a half
    /// @param isCarriedOut whether the escrow contract took it; it does not where the two agreed, or its time was over
    event Ended(uint256 indexed evidenceGroup, uint256 ruling, bool isCarriedOut);

    /// @notice Somebody got back what they paid, or what they won.
    /// @param evidenceGroup of the dispute
    /// @param round of the payment
    /// @param payer who gets it
    /// @param amount in wei
    event Withdrawn(uint256 indexed evidenceGroup, uint256 round, address indexed payer, uint256 amount);

    /// @notice Only the court rules.
    error NotArbitrator();
    /// @notice This arbiter is not that deposit's.
    error NotItsArbiter();
    /// @notice Nothing is disputed there.
    error NotDisputed();
    /// @notice The dispute is before the court already, or ended.
    error AlreadyBrought();
    /// @notice This side has paid.
    error AlreadyPaid();
    /// @notice Only the farmer and the giver bring a dispute; others pay for one of the two.
    error NotAParty();
    /// @notice There are two sides: 1 is the farmer's, 2 the giver's.
    error NoSuchSide();
    /// @notice The court has ruled, or never had this dispute.
    error NotOpen();
    /// @notice The other side still has time to pay, or nobody paid.
    error StillPaying();
    /// @notice The ruling cannot be appealed, or not by this side any more.
    error NoAppeal();
    /// @notice The court costs another fee.
    /// @param cost what it costs, in wei
    error WrongFee(uint256 cost);
    /// @notice The dispute has not ended.
    error NotEnded();
    /// @notice Nothing of this payer is left in that round.
    error NothingToWithdraw();
    /// @notice The receiver did not take it.
    error TransferFailed();

    /// @notice Names the court for good, and tells its jurors what they decide.
    /// @param arbitrator_ the court
    /// @param extraData_ which court of the arbitrator, and how many jurors
    /// @param metaEvidence where the file is that tells jurors what they decide (ERC-1497)
    constructor(IAppealableArbitrator arbitrator_, bytes memory extraData_, string memory metaEvidence) {
        arbitrator = arbitrator_;
        extraData = extraData_;
        emit MetaEvidence(0, metaEvidence);
    }

    /// @notice The farmer or the giver, who calls this, pays the court's fee for their side. The dispute is before the court once both have.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function bring(IDisputedEscrow contract_, bytes32 escrow, address farmer) external payable nonReentrant {
        uint256 side = PAY;
        if (msg.sender != farmer) {
            if (msg.sender != _giverOf(contract_, escrow)) revert NotAParty();
            side = REFUND;
        }
        _bring(contract_, escrow, farmer, side);
    }

    /// @notice Anyone pays the court's fee for one of the two sides, and gets it back if that side wins.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param side 1 for the farmer, 2 for the giver
    function bringFor(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer,
        uint256 side
    ) external payable nonReentrant {
        _requireSide(side);
        _bring(contract_, escrow, farmer, side);
    }

    /// @notice Anyone ends a dispute for whose court only one side paid: that side wins. Where nothing is disputed any more it only ends.
    /// @param evidenceGroup of the dispute
    function end(uint256 evidenceGroup) external nonReentrant {
        Case storage each = cases[evidenceGroup];
        if (each.stage != Stage.Paying) revert NotOpen();
        if (!_isDisputed(each.contract_, each.escrow, each.farmer)) {
            each.stage = Stage.Closed;
            each.isCarriedOut = true;
            emit Ended(evidenceGroup, 0, false);
            return;
        }
        if (block.timestamp < each.paidAt + FEE_TIME) revert StillPaying();
        _close(evidenceGroup, each, _rounds[evidenceGroup][0].isFull[PAY] ? PAY : REFUND);
    }

    /// @notice Anyone pays for one side's appeal, also a part of it. The ruling is appealed once both sides have paid; where only one
    /// has when the court rules for good, that side wins. Too much comes back at once.
    /// @param evidenceGroup of the dispute
    /// @param side 1 for the farmer, 2 for the giver
    function appeal(uint256 evidenceGroup, uint256 side) external payable nonReentrant {
        _requireSide(side);
        Case storage each = cases[evidenceGroup];
        if (each.stage != Stage.Asked) revert NotOpen();
        uint256 number = each.rounds;
        Round storage round = _rounds[evidenceGroup][number];
        if (round.isFull[side]) revert AlreadyPaid();
        (uint256 cost, uint256 needed) = appealFee(evidenceGroup, side);
        // Where the court has become cheaper since an earlier part was paid nothing more may be missing.
        uint256 missing = round.paid[side] < needed ? needed - round.paid[side] : 0;
        uint256 taken = msg.value < missing ? msg.value : missing;
        round.paid[side] += taken;
        round.shares[msg.sender][side] += taken;
        round.isFull[side] = taken == missing;
        emit Paid(evidenceGroup, number, side, msg.sender, taken, taken == missing);
        if (round.isFull[PAY] && round.isFull[REFUND]) {
            each.rounds = number + 1;
            round.pot = round.paid[PAY] + round.paid[REFUND] - cost;
            emit Appealed(evidenceGroup, number);
            arbitrator.appeal{value: cost}(each.disputeID, extraData);
        }
        if (msg.value > taken) _send(msg.sender, msg.value - taken);
    }

    /// @notice The court rules: 1 pays the farmer, 2 gives the money back, and where it refuses to rule each gets a half. A side that alone
    /// paid for an appeal wins.
    /// @param disputeID the court's number
    /// @param ruling what it ruled
    function rule(uint256 disputeID, uint256 ruling) external override nonReentrant {
        if (msg.sender != address(arbitrator)) revert NotArbitrator();
        uint256 group = _groups[disputeID];
        Case storage each = cases[group];
        if (each.stage != Stage.Asked || each.disputeID != disputeID) revert NotOpen();
        Round storage last = _rounds[group][each.rounds];
        uint256 final_ = ruling > CHOICES ? 0 : ruling;
        if (last.isFull[PAY]) final_ = PAY;
        else if (last.isFull[REFUND]) final_ = REFUND;
        emit Ruling(arbitrator, disputeID, final_);
        _close(group, each, final_);
    }

    /// @notice Anyone has the escrow contract do what was ruled, where it did not take it at the time: it may have had too little gas.
    /// @param evidenceGroup of the dispute
    function carryOut(uint256 evidenceGroup) external nonReentrant {
        Case storage each = cases[evidenceGroup];
        if (each.stage != Stage.Closed || each.isCarriedOut) revert NotOpen();
        each.isCarriedOut = true;
        if (each.ruling == 0) each.contract_.split(each.escrow, each.farmer, 5_000);
        else each.contract_.resolve(each.escrow, each.farmer, each.ruling == PAY);
        emit Ended(evidenceGroup, each.ruling, true);
    }

    /// @notice Anyone has a payer's part of one round sent to them, once the dispute has ended: what they paid where the round did not
    /// come about, and else their part of what both sides paid without the court's fee, if their side won.
    /// @param evidenceGroup of the dispute
    /// @param number of the round: 0 for the dispute itself, and then the appeals
    /// @param payer who paid
    function withdraw(uint256 evidenceGroup, uint256 number, address payer) external nonReentrant {
        if (cases[evidenceGroup].stage != Stage.Closed) revert NotEnded();
        uint256 amount = withdrawable(evidenceGroup, number, payer);
        if (amount == 0) revert NothingToWithdraw();
        delete _rounds[evidenceGroup][number].shares[payer];
        emit Withdrawn(evidenceGroup, number, payer, amount);
        _send(payer, amount);
    }

    /// @notice Anyone shows something about a dispute, before or while it is before the court.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param evidence where the file is (ERC-1497)
    function submitEvidence(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer,
        string calldata evidence
    ) external {
        emit Evidence(arbitrator, evidenceGroupOf(contract_, escrow, farmer), msg.sender, evidence);
    }

    /// @notice The price of an appeal for a side now.
    /// @param evidenceGroup of the dispute
    /// @param side 1 for the farmer, 2 for the giver
    /// @return cost what the court takes, in wei
    /// @return needed what the side pays: the cost and its stake, in wei
    function appealFee(uint256 evidenceGroup, uint256 side) public view returns (uint256 cost, uint256 needed) {
        uint256 disputeID = cases[evidenceGroup].disputeID;
        (uint256 from, uint256 until) = arbitrator.appealPeriod(disputeID);
        if (block.timestamp < from || block.timestamp >= until) revert NoAppeal();
        uint256 favoured = arbitrator.currentRuling(disputeID);
        uint256 stake = SHARED_STAKE;
        if (favoured == side) {
            stake = WINNER_STAKE;
        } else if (favoured != 0) {
            if (block.timestamp >= (from + until) / 2) revert NoAppeal();
            stake = LOSER_STAKE;
        }
        cost = arbitrator.appealCost(disputeID, extraData);
        needed = cost + (cost * stake) / WHOLE;
    }

    /// @notice The money that a payer can take out of one round, once the dispute has ended.
    /// @param evidenceGroup of the dispute
    /// @param number of the round
    /// @param payer who paid
    /// @return in wei
    function withdrawable(uint256 evidenceGroup, uint256 number, address payer) public view returns (uint256) {
        Case storage each = cases[evidenceGroup];
        Round storage round = _rounds[evidenceGroup][number];
        uint256[3] storage own = round.shares[payer];
        if (number >= each.rounds) return own[PAY] + own[REFUND];
        uint256 winner = each.ruling;
        if (winner == 0) return ((own[PAY] + own[REFUND]) * round.pot) / (round.paid[PAY] + round.paid[REFUND]);
        return (own[winner] * round.pot) / round.paid[winner];
    }

    /// @notice The money paid in one round.
    /// @param evidenceGroup of the dispute
    /// @param number of the round
    /// @return forFarmer in wei
    /// @return forGiver in wei
    /// @return pot what is left of both without the court's fee, once both have paid
    function roundOf(
        uint256 evidenceGroup,
        uint256 number
    ) external view returns (uint256 forFarmer, uint256 forGiver, uint256 pot) {
        Round storage round = _rounds[evidenceGroup][number];
        return (round.paid[PAY], round.paid[REFUND], round.pot);
    }

    /// @notice Under what the evidence of a dispute is told.
    /// @param contract_ the escrow contract
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @return the group's id
    function evidenceGroupOf(
        IDisputedEscrow contract_,
        bytes32 escrow,
        address farmer
    ) public pure returns (uint256) {
        return uint256(keccak256(abi.encode(contract_, escrow, farmer)));
    }

    function _bring(IDisputedEscrow contract_, bytes32 escrow, address farmer, uint256 side) private {
        if (_arbiterOf(contract_, escrow) != address(this)) revert NotItsArbiter();
        if (!_isDisputed(contract_, escrow, farmer)) revert NotDisputed();
        uint256 group = evidenceGroupOf(contract_, escrow, farmer);
        Case storage each = cases[group];
        Round storage round = _rounds[group][0];
        if (each.stage > Stage.Paying) revert AlreadyBrought();
        if (round.isFull[side]) revert AlreadyPaid();
        uint256 cost = arbitrator.arbitrationCost(extraData);
        if (msg.value != cost) revert WrongFee(cost);
        round.paid[side] = cost;
        round.isFull[side] = true;
        round.shares[msg.sender][side] = cost;
        emit Paid(group, 0, side, msg.sender, cost, true);
        if (each.stage == Stage.None) {
            each.contract_ = contract_;
            each.farmer = farmer;
            each.escrow = escrow;
            each.stage = Stage.Paying;
            each.paidAt = uint40(block.timestamp);
        } else {
            // The one who pays second pays what the court costs now, so the other fee is whole for who wins.
            each.stage = Stage.Asked;
            each.rounds = 1;
            round.pot = round.paid[PAY] + round.paid[REFUND] - cost;
            uint256 disputeID = arbitrator.createDispute{value: cost}(CHOICES, extraData);
            each.disputeID = disputeID;
            broughtAs[group] = disputeID + 1;
            _groups[disputeID] = group;
            emit Dispute(arbitrator, disputeID, 0, group);
        }
    }

    /// @dev Ends a dispute here, and in the escrow contract if that still takes it: the two may have agreed, or its time may be over.
    function _close(uint256 group, Case storage each, uint256 ruling) private {
        each.stage = Stage.Closed;
        each.ruling = uint8(ruling);
        (IDisputedEscrow contract_, bytes32 escrow, address farmer) = (each.contract_, each.escrow, each.farmer);
        // A failed ruling is carried out later: also where the one who has the court rule is mean with gas.
        if (ruling == 0) {
            try contract_.split(escrow, farmer, 5_000) {
                each.isCarriedOut = true;
            } catch {}
        } else {
            try contract_.resolve(escrow, farmer, ruling == PAY) {
                each.isCarriedOut = true;
            } catch {}
        }
        emit Ended(group, ruling, each.isCarriedOut);
    }

    /// @dev The first word of what `payments` answers. A failure is no answer, so that nobody ends a dispute by being mean with gas.
    function _isDisputed(IDisputedEscrow contract_, bytes32 escrow, address farmer) private view returns (bool) {
        (bool ok, bytes memory answer) = address(contract_).staticcall(
            abi.encodeCall(IDisputedEscrow.payments, (escrow, farmer))
        );
        if (!ok || answer.length < 32) revert NotDisputed();
        return abi.decode(answer, (uint256)) == DISPUTED;
    }

    /// @dev In the third version the deposit's own, else the contract's.
    function _arbiterOf(IDisputedEscrow contract_, bytes32 escrow) private view returns (address) {
        try IKeepsArbiters(address(contract_)).arbiterOf(escrow) returns (address arbiter) {
            return arbiter;
        } catch {
            return contract_.arbiter();
        }
    }

    /// @dev The first of what `escrows` answers.
    function _giverOf(IDisputedEscrow contract_, bytes32 escrow) private view returns (address giver) {
        (bool ok, bytes memory answer) = address(contract_).staticcall(
            abi.encodeWithSignature("escrows(bytes32)", escrow)
        );
        if (ok && answer.length >= 32) giver = abi.decode(answer, (address));
    }

    function _requireSide(uint256 side) private pure {
        if (side != PAY && side != REFUND) revert NoSuchSide();
    }

    function _send(address receiver, uint256 amount) private {
        (bool taken, ) = receiver.call{value: amount}("");
        if (!taken) revert TransferFailed();
    }
}
