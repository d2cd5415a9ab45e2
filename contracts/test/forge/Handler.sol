// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Funding, Payment, PaymentState, Place, Proposal, Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {Actor} from "../contracts/Actor.sol";
import {QuirkyToken} from "../contracts/QuirkyToken.sol";
import {Seen, deploy, paymentOf, seen} from "./Deployed.sol";
import {vm} from "./Vm.sol";

/// @notice Does what people may try, in any order and as anyone, and keeps books of its own about what moved. A revert of this
/// contract itself is a broken promise; a refusal of the escrow contract is not.
contract Handler {
    uint256 private constant ESCROWS = 20;
    uint256 private constant STEPS = 25;
    bytes32 private constant APPROVAL =
        keccak256("Approval(bytes32 escrow,address farmer,uint8 returned,uint64 disputedAt,uint256 deadline)");
    bytes32 private constant SPONSORSHIP =
        keccak256(
            "Sponsorship(address payer,bytes32 quest,address token,uint256 amountEach,uint32 slots,uint256 deadline)"
        );
    bytes32 private constant ATTESTATION =
        keccak256("Attestation(bytes32 escrow,address farmer,uint256 deadline)");

    uint256 private constant GIVER_KEY = 0xA11CE;
    uint256 internal constant ATTESTER_KEY = 0xA77E57;

    QuestEscrowV2 public quests;
    address public operator = address(0x0123);
    address public arbiter = address(0x0A2B);
    address public owner = address(0x0117);
    address public sponsor = address(0x5905);
    /// Where receivers send what they cannot take themselves.
    address public purse = address(0x9025E);

    QuirkyToken[2] public tokens;
    address[2] public givers;
    address[4] public farmers;
    /// Everyone whose balances are watched.
    address[] public people;

    bytes32[] public escrows;
    mapping(bytes32 escrow => uint256) public funded;
    mapping(bytes32 escrow => uint256) public left;
    mapping(bytes32 escrow => mapping(address farmer => uint256)) public paid;
    mapping(bytes32 escrow => mapping(address farmer => bool)) public isProposed;
    /// What each token should be here for escrows, the coin under zero.
    mapping(address token => uint256) public here;
    mapping(address token => uint256) public strays;
    /// What everyone has, as the books say.
    mapping(address token => mapping(address who => uint256)) public balances;
    /// How many steps there were, and how many of them did something.
    uint256 public steps;
    uint256 public done;

    constructor() {
        vm.warp(1_800_000_000);
        tokens = [new QuirkyToken(), new QuirkyToken()];
        quests = _deploy(
            Terms({
                operator: operator,
                arbiter: arbiter,
                attester: vm.addr(ATTESTER_KEY),
                owner: owner,
                uptimeFeed: address(0),
                reviewWindow: 2 days,
                disputePeriod: 14 days
            })
        );
        givers = [vm.addr(GIVER_KEY), address(new Actor())];
        // A contract with moods, two keys, and a giver who farms too.
        farmers = [address(new Actor()), address(0xFA1), address(0xFA2), givers[1]];
        people = [givers[0], givers[1], farmers[0], farmers[1], farmers[2], operator, arbiter, owner, sponsor, purse];
        for (uint256 i; i < people.length; ++i) {
            vm.deal(people[i], 1e24);
            balances[address(0)][people[i]] = 1e24;
            for (uint256 j; j < tokens.length; ++j) {
                tokens[j].mint(people[i], 1e24);
                balances[address(tokens[j])][people[i]] = 1e24;
                vm.prank(people[i]);
                tokens[j].approve(address(quests), type(uint256).max);
            }
        }
    }

    function _deploy(Terms memory terms) internal virtual returns (QuestEscrowV2) {
        return deploy(terms);
    }

    /// @notice A few steps of a history: each is told by the hash of the one before.
    function act(uint256 seed) external {
        for (uint256 i; i < STEPS; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _step(seed >> 128, uint128(seed));
        }
    }

    /// @dev Mostly something that leads on from where a place stands, and sometimes anything.
    function _step(uint256 seed, uint256 more) private {
        uint256 choice = (seed >> 64) % 100;
        steps += 1;
        if (escrows.length < 2 || choice < 9) return _payIn(seed, more);
        if (choice < 16) return _turn(seed, more);
        if (choice < 24) return _close(seed, more);
        PaymentState state = paymentOf(quests, _pick(seed), _farmer(more >> 8)).state;
        if (choice < 34) state = PaymentState(more % 7);
        if (state == PaymentState.None) _serve(seed, more >> 8, more);
        else if (state == PaymentState.Proposed) _review(seed, more >> 8, more);
        else if (state == PaymentState.Disputed) _judge(seed, more >> 8, more);
        else _end(seed, more >> 8, more);
    }

    function _payIn(uint256 seed, uint256 more) private {
        uint256 choice = more % 4;
        if (choice == 0) _fundMany(seed, uint96(more), uint16(more >> 100));
        else if (choice == 1) _fundFor(seed, uint96(more), uint16(more >> 100));
        else if (choice == 2 && escrows.length > 0) _fundAgain(seed);
        else _fund(seed, uint96(more), uint16(more >> 100));
    }

    function _close(uint256 seed, uint256 more) private {
        uint256 choice = more % 16;
        if (choice < 9) _refund(seed, more & 64 == 0);
        else if (choice < 13) _giveNotice(seed);
        else if (choice < 14) _shut(seed);
        else _releaseMany(seed);
    }

    function _serve(uint256 seed, uint256 farmer, uint256 more) private {
        uint256 choice = more % 8;
        if (choice < 4) _propose(seed, farmer, more & 64 == 0);
        else if (choice < 5) _proposeMany(seed, farmer, more & 64 == 0);
        else if (choice < 7) _proposeAttested(seed, farmer);
        else _proposeApproved(seed, farmer);
    }

    function _review(uint256 seed, uint256 farmer, uint256 more) private {
        uint256 choice = more % 16;
        if (choice < 7) _dispute(seed, farmer);
        else if (choice < 10) _returnWork(seed, farmer);
        else if (choice < 11) _approve(seed, farmer);
        else if (choice < 12) _approveFor(seed, farmer, more & 64 == 0);
        else if (choice < 13) _concede(seed, farmer);
        else if (choice < 14) _releaseTo(seed, farmer);
        else if (choice < 15) _reclaim(seed, farmer, more & 64 == 0);
        else _release(seed, farmer);
    }

    function _judge(uint256 seed, uint256 farmer, uint256 more) private {
        if (_judgeMore(seed, farmer, more)) return;
        uint256 choice = more % 8;
        if (choice < 2) _resolve(seed, farmer, more & 64 == 0);
        else if (choice < 4) _split(seed, farmer, uint16(more >> 64));
        else if (choice < 6) _settle(seed, farmer);
        else if (choice < 7) _approveFor(seed, farmer, more & 64 == 0);
        else _concede(seed, farmer);
    }

    /// @dev The fields that another version has besides.
    function _judgeMore(uint256, uint256, uint256) internal virtual returns (bool) {
        return false;
    }

    function _end(uint256 seed, uint256 farmer, uint256 more) private {
        uint256 choice = more % 5;
        if (choice < 1) _release(seed, farmer);
        else if (choice < 2) _releaseTo(seed, farmer);
        else if (choice < 3) _takeBackTo(seed, farmer);
        else if (choice < 4) _reclaim(seed, farmer, more & 64 == 0);
        else _propose(seed, farmer, true);
    }

    function _turn(uint256 seed, uint256 more) private {
        uint256 choice = more % 8;
        if (choice < 3) _pass(more >> 8);
        else if (choice < 5) _setMood(seed, uint8(more >> 8));
        else if (choice == 5) _setBlocked(seed, uint8(more >> 8));
        else if (choice == 6) _stray(seed, uint64(more >> 8));
        else if (more & 256 == 0) _rescue(seed);
        else _changeOperator(seed, more & 512 == 0);
    }

    // Paying in

    function _fund(uint256 seed, uint96 amount, uint16 slots) private {
        (address giver, bytes32 quest, address token) = _newQuest(seed);
        if (giver == address(0)) return;
        (uint256 each, uint32 places) = _terms(amount, slots);
        uint256 value = token == address(0) ? each * places : 0;
        vm.prank(giver);
        quests.fund{value: value}(quest, token, each, places);
        _book(giver, quest, token, each * places);
    }

    function _fundMany(uint256 seed, uint96 amount, uint16 slots) private {
        (address giver, bytes32 quest, address token) = _newQuest(seed);
        if (giver == address(0)) return;
        (uint256 each, uint32 places) = _terms(amount, slots);
        Funding[] memory fundings = new Funding[](2);
        fundings[0] = Funding(quest, each, places);
        fundings[1] = Funding(keccak256(abi.encode(quest)), each + 1, 1);
        uint256 total = each * places + each + 1;
        vm.prank(giver);
        quests.fundMany{value: token == address(0) ? total : 0}(token, fundings);
        _book(giver, quest, token, each * places);
        _book(giver, fundings[1].quest, token, each + 1);
    }

    function _fundFor(uint256 seed, uint96 amount, uint16 slots) private {
        (, bytes32 quest, address token) = _newQuest(seed);
        if (quest == 0) return;
        (uint256 each, uint32 places) = _terms(amount, slots);
        uint256 deadline = block.timestamp;
        bytes32 words = keccak256(abi.encode(SPONSORSHIP, sponsor, quest, token, each, places, deadline));
        bytes memory signature = _sign(GIVER_KEY, words);
        uint256 value = token == address(0) ? each * places : 0;
        vm.prank(sponsor);
        quests.fundFor{value: value}(givers[0], quest, token, each, places, deadline, signature);
        _book(givers[0], quest, token, each * places);
    }

    function _fundAgain(uint256 seed) private {
        bytes32 escrow = _pick(seed);
        if (escrow == 0) return;
        (bytes32 quest, address giver) = (_quests[escrow], seen(quests, escrow).giver);
        _try(giver, abi.encodeCall(quests.fund, (quest, address(tokens[0]), 1, 1)), escrow, 0);
    }

    // The service

    function _propose(uint256 seed, uint256 farmer, bool verified) private {
        bytes32 escrow = _pick(seed);
        address who = _farmer(farmer);
        bytes memory data = abi.encodeCall(quests.propose, (escrow, who, verified));
        if (_try(_as(seed, operator), data, escrow, 0)) isProposed[escrow][who] = true;
    }

    function _proposeMany(uint256 seed, uint256 farmer, bool verified) private {
        bytes32 escrow = _pick(seed);
        Proposal[] memory proposals = new Proposal[](3);
        for (uint256 i; i < 3; ++i) proposals[i] = Proposal(escrow, _farmer((farmer % 4) + i), verified);
        _try(_as(seed, operator), abi.encodeCall(quests.proposeMany, (proposals)), escrow, 0);
        for (uint256 i; i < 3; ++i)
            if (paymentOf(quests, escrow, proposals[i].farmer).state == PaymentState.Proposed)
                isProposed[escrow][proposals[i].farmer] = true;
    }

    function _proposeAttested(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        address who = _farmer(farmer);
        bytes memory data = _attested(escrow, who);
        if (_try(_as(seed, operator), data, escrow, 0)) isProposed[escrow][who] = true;
    }

    function _attested(bytes32 escrow, address who) internal virtual returns (bytes memory) {
        bytes32 words = keccak256(abi.encode(ATTESTATION, escrow, who, block.timestamp));
        bytes memory signature = _sign(ATTESTER_KEY, words);
        return abi.encodeCall(quests.proposeAttested, (escrow, who, block.timestamp, signature));
    }

    function _proposeApproved(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        address who = _farmer(farmer);
        Payment memory payment = paymentOf(quests, escrow, who);
        bytes memory signature = _approval(escrow, who, payment);
        bytes memory data = abi.encodeCall(
            quests.proposeApproved,
            (escrow, who, true, block.timestamp, signature)
        );
        bool could = payment.state == PaymentState.None;
        isProposed[escrow][who] = isProposed[escrow][who] || could;
        bool succeeded = _try(_as(seed, operator), data, escrow, 1);
        if (could && !succeeded) isProposed[escrow][who] = false;
    }

    function _shut(uint256 seed) private {
        bytes32 escrow = _pick(seed);
        _try(_as(seed, operator), abi.encodeCall(quests.close, (escrow)), escrow, 0);
    }

    // The giver

    function _approve(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = abi.encodeCall(quests.approve, (escrow, _farmer(farmer)));
        _try(_as(seed, seen(quests, escrow).giver), data, escrow, 1);
    }

    function _approveFor(uint256 seed, uint256 farmer, bool stale) private {
        bytes32 escrow = _pick(seed);
        address who = _farmer(farmer);
        Payment memory payment = paymentOf(quests, escrow, who);
        if (stale) payment.returned += 1;
        bytes memory data = abi.encodeCall(
            quests.approveFor,
            (escrow, who, block.timestamp, _approval(escrow, who, payment))
        );
        bool succeeded = _try(_as(seed, purse), data, escrow, 1);
        require(!(succeeded && stale), "a stale approval paid");
    }

    function _returnWork(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        address who = _farmer(farmer);
        bytes memory data = abi.encodeCall(quests.returnWork, (escrow, who));
        if (_try(_as(seed, seen(quests, escrow).giver), data, escrow, 0)) isProposed[escrow][who] = false;
    }

    function _dispute(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = abi.encodeCall(quests.dispute, (escrow, _farmer(farmer)));
        _try(_as(seed, seen(quests, escrow).giver), data, escrow, 0);
    }

    function _giveNotice(uint256 seed) private {
        bytes32 escrow = _pick(seed);
        _try(_as(seed, refundee(escrow)), abi.encodeCall(quests.giveNotice, (escrow)), escrow, 0);
    }

    function _refund(uint256 seed, bool elsewhere) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = elsewhere
            ? abi.encodeCall(quests.refundTo, (escrow, purse))
            : abi.encodeCall(quests.refund, (escrow));
        _try(_as(seed, refundee(escrow)), data, escrow, 0);
    }

    function _takeBackTo(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = abi.encodeCall(quests.takeBackTo, (escrow, _farmer(farmer), purse));
        _try(_as(seed, refundee(escrow)), data, escrow, 1);
    }

    function _reclaim(uint256 seed, uint256 farmer, bool elsewhere) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = elsewhere
            ? abi.encodeCall(quests.reclaimTo, (escrow, _farmer(farmer), purse))
            : abi.encodeCall(quests.reclaim, (escrow, _farmer(farmer)));
        _try(_as(seed, refundee(escrow)), data, escrow, 0);
    }

    // The farmer, the arbiter, anyone

    function _concede(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        _try(_farmer(farmer), abi.encodeCall(quests.concede, (escrow)), escrow, 0);
    }

    function _releaseTo(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        _try(_farmer(farmer), abi.encodeCall(quests.releaseTo, (escrow, purse)), escrow, 1);
    }

    function _resolve(uint256 seed, uint256 farmer, bool pay) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = abi.encodeCall(quests.resolve, (escrow, _farmer(farmer), pay));
        _try(_as(seed, arbiter), data, escrow, 1);
    }

    function _split(uint256 seed, uint256 farmer, uint16 share) private {
        bytes32 escrow = _pick(seed);
        bytes memory data = abi.encodeCall(quests.split, (escrow, _farmer(farmer), share % 10_002));
        _try(_as(seed, arbiter), data, escrow, 1);
    }

    function _settle(uint256 seed, uint256 farmer) private {
        bytes32 escrow = _pick(seed);
        _try(_as(seed, purse), abi.encodeCall(quests.settle, (escrow, _farmer(farmer))), escrow, 1);
    }

    function _release(uint256 seed, uint256 farmer) internal {
        bytes32 escrow = _pick(seed);
        _try(_as(seed, purse), abi.encodeCall(quests.release, (escrow, _farmer(farmer))), escrow, 1);
    }

    function _releaseMany(uint256 seed) private {
        bytes32 escrow = _pick(seed);
        Place[] memory places = new Place[](5);
        for (uint256 i; i < 5; ++i) places[i] = Place(escrow, _farmer((seed % 4) + i));
        _try(_as(seed, purse), abi.encodeCall(quests.releaseMany, (places)), escrow, 2);
    }

    // The world

    function _pass(uint256 time) internal {
        uint256 days_ = time % 64 == 0 ? 366 : time % 9;
        vm.warp(block.timestamp + days_ * 1 days);
    }

    function _setMood(uint256 seed, uint8 mood) private {
        address actor = seed % 2 == 0 ? farmers[0] : givers[1];
        bytes memory data = abi.encodeCall(quests.releaseTo, (_pick(seed), purse));
        // Mostly it accepts, so that histories get somewhere.
        Actor.Mood next = mood % 3 == 0 ? Actor.Mood(mood % 4) : Actor.Mood.Accept;
        Actor(payable(actor)).setMood(next, address(quests), data);
    }

    function _setBlocked(uint256 seed, uint8 chance) private {
        tokens[1].setBlocked(people[seed % people.length], chance % 4 == 0);
    }

    function _stray(uint256 seed, uint64 amount) private {
        uint256 which = seed % 2;
        tokens[which].mint(address(quests), amount);
        strays[address(tokens[which])] += amount;
    }

    function _rescue(uint256 seed) private {
        address token = address(tokens[seed % 2]);
        vm.prank(_as(seed, owner));
        try quests.rescue(token, purse) {
            balances[token][purse] += strays[token];
            strays[token] = 0;
        } catch {}
    }

    function _changeOperator(uint256 seed, bool paused) internal virtual {
        vm.prank(owner);
        quests.pauseProposals(paused && seed % 4 == 0);
    }

    // Books

    mapping(bytes32 escrow => bytes32) private _quests;

    function count() external view returns (uint256) {
        return escrows.length;
    }

    function refundee(bytes32 escrow) public view returns (address) {
        address payer = quests.sponsors(escrow);
        return payer == address(0) ? seen(quests, escrow).giver : payer;
    }

    /// @notice What of one escrow is here by its own state: whole places, and of those half paid what is left.
    function heldBy(bytes32 escrow) public view returns (uint256 amount) {
        Seen memory deposit = seen(quests, escrow);
        uint256 places = deposit.free;
        amount = deposit.amountEach * deposit.free;
        for (uint256 i; i < farmers.length; ++i) {
            Payment memory payment = paymentOf(quests, escrow, farmers[i]);
            if (payment.state == PaymentState.Proposed || payment.state == PaymentState.Disputed) {
                places += 1;
                amount += deposit.amountEach;
            } else if (payment.state == PaymentState.Unpaid) {
                places += 1;
                uint256 toFarmer = (deposit.amountEach * payment.share) / 10_000;
                if (payment.farmerOwed) amount += toFarmer;
                if (payment.giverOwed) amount += deposit.amountEach - toFarmer;
                require(payment.farmerOwed || payment.giverOwed, "decided, nothing owed, and not ended");
            }
        }
        require(places == deposit.held, "held is not free and open places");
    }

    /// @dev Calls as somebody, and books who has more after it. `mayPay` is how many farmers this may pay.
    function _try(address who, bytes memory data, bytes32 escrow, uint256 mayPay) internal returns (bool succeeded) {
        if (escrow == 0) return false;
        address token = seen(quests, escrow).token;
        vm.prank(who);
        (succeeded, ) = address(quests).call(data);
        if (!succeeded) return false;
        done += 1;
        _compare(escrow, token, mayPay);
    }

    function _compare(bytes32 escrow, address token, uint256 mayPay) private {
        uint256 out;
        for (uint256 i; i < people.length; ++i) {
            address who = people[i];
            uint256 now_ = _balance(token, who);
            uint256 before = balances[token][who];
            if (now_ == before) continue;
            require(now_ > before, "somebody lost money");
            uint256 gain = now_ - before;
            balances[token][who] = now_;
            bool isFarmer = isProposed[escrow][who];
            require(isFarmer || who == refundee(escrow) || who == purse, "money went to a stranger");
            if (isFarmer && who != refundee(escrow)) {
                require(mayPay > 0, "this pays no farmer");
                paid[escrow][who] += gain;
                require(paid[escrow][who] <= seen(quests, escrow).amountEach, "a farmer was paid twice");
            }
            out += gain;
        }
        left[escrow] += out;
        here[token] -= out;
        require(left[escrow] + heldBy(escrow) == funded[escrow], "paid + refunded + held is not what was funded");
    }

    function _book(address giver, bytes32 quest, address token, uint256 total) private {
        bytes32 escrow = quests.escrowOf(giver, quest);
        escrows.push(escrow);
        _quests[escrow] = quest;
        funded[escrow] = total;
        here[token] += total;
        balances[token][refundee(escrow)] -= total;
        done += 1;
    }

    // Picking

    function _newQuest(uint256 seed) private view returns (address giver, bytes32 quest, address token) {
        if (escrows.length >= ESCROWS) return (address(0), 0, address(0));
        giver = givers[seed % 2];
        token = [address(0), address(tokens[0]), address(tokens[1])][(seed / 2) % 3];
        if (token == address(tokens[1]) && (tokens[1].blocked(giver) || tokens[1].blocked(sponsor)))
            token = address(0);
        quest = keccak256(abi.encode(seed, escrows.length));
    }

    function _terms(uint96 amount, uint16 slots) private pure returns (uint256 each, uint32 places) {
        return ((amount % 1e18) + 1, uint32(slots % 4) + 1);
    }

    /// @dev Mostly who may, and sometimes anyone.
    function _as(uint256 seed, address right) internal view returns (address) {
        return (seed / 64) % 8 == 0 ? people[(seed / 512) % people.length] : right;
    }

    function _pick(uint256 seed) internal view returns (bytes32) {
        return escrows.length == 0 ? bytes32(0) : escrows[seed % escrows.length];
    }

    function _farmer(uint256 seed) internal view returns (address) {
        return farmers[seed % 4];
    }

    function _balance(address token, address who) private view returns (uint256) {
        return token == address(0) ? who.balance : IERC20(token).balanceOf(who);
    }

    function _approval(bytes32 escrow, address farmer, Payment memory payment) private view returns (bytes memory) {
        bytes32 words = keccak256(
            abi.encode(APPROVAL, escrow, farmer, payment.returned, payment.disputedAt, block.timestamp)
        );
        return _sign(GIVER_KEY, words);
    }

    function _version() internal pure virtual returns (string memory) {
        return "2";
    }

    function _sign(uint256 key, bytes32 words) internal view returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("QuestEscrow"),
                keccak256(bytes(_version())),
                block.chainid,
                address(quests)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, words)));
        return abi.encodePacked(r, s, v);
    }
}
