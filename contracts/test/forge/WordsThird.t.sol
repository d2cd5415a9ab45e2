// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {DepositWords} from "../../src/v3/DepositWords.sol";
import {Deposit} from "../../src/v3/EscrowTypesV3.sol";
import {deployThird} from "./Deployed.sol";
import {vm} from "./Vm.sol";

/// @notice Deposits in their words, by themselves.
contract Words is DepositWords {
    constructor() DepositWords([address(1), address(2), address(3)]) {}

    function save(bytes32 escrow, Deposit memory deposit) external {
        _save(escrow, deposit);
    }

    function load(bytes32 escrow) external view returns (Deposit memory) {
        return _load(escrow);
    }

    function create(bytes32 escrow, Deposit memory made) external {
        _create(escrow, made.giver, made.amountEach, made.token, made.slots, made.term);
    }

    function takePlace(bytes32 escrow) external returns (bool) {
        return _takePlace(escrow);
    }

    function payPlace(bytes32 escrow) external returns (address, uint256) {
        return _payPlace(escrow);
    }

    function _isOver(Deposit memory deposit) internal view override returns (bool) {
        return deposit.endsAt != 0 && block.timestamp >= deposit.endsAt;
    }
}

/// @notice For any numbers: what is written is read, and one place changes nothing else.
contract WordsThirdTest {
    bytes32 private constant ESCROW = keccak256("escrow");
    Words private _words;

    function setUp() public {
        _words = new Words();
    }

    /// @dev Half of them small enough for one word, and of a usual token.
    function _any(uint256 seed, uint256 more) private pure returns (Deposit memory deposit) {
        bool small = seed & 1 == 0;
        deposit.giver = address(uint160(seed >> 8) | 1);
        deposit.amountEach = (more & ((1 << (small ? 75 : 95)) - 1)) | 1;
        deposit.token = small ? address(uint160((more >> 96) % 5)) : address(uint160(more));
        deposit.slots = 1 + ((more >> 100) % (small ? 33 : 65_535));
        deposit.held = (more >> 120) % (deposit.slots + 1);
        deposit.free = (more >> 140) % (deposit.held + 1);
        deposit.endsAt = (more >> 160) % 3 == 0 ? (more >> 162) & 0xffffffffff : 0;
        deposit.isNotice = deposit.endsAt != 0 && (seed >> 170) & 1 == 0;
        deposit.sponsored = (seed >> 171) & 1 == 0;
        deposit.term = (seed >> 172) % (small ? 9 : 64);
    }

    function _requireSame(Deposit memory one, Deposit memory other) private pure {
        one.isWide = other.isWide;
        require(keccak256(abi.encode(one)) == keccak256(abi.encode(other)), "another deposit");
    }

    function testFuzz_what_is_written_is_read(uint256 seed, uint256 more, uint256 next) public {
        Deposit memory deposit = _any(seed, more);
        _words.save(ESCROW, deposit);
        Deposit memory read = _words.load(ESCROW);
        _requireSame(deposit, read);
        // And written once more with an end, as a notice does.
        read.endsAt = (next & 0xffffffffff) | 1;
        read.isNotice = true;
        _words.save(ESCROW, read);
        _requireSame(read, _words.load(ESCROW));
    }

    function testFuzz_one_place_changes_nothing_else(uint256 seed, uint256 more) public {
        Deposit memory deposit = _any(seed, more);
        _words.save(ESCROW, deposit);
        bool isOver = deposit.endsAt != 0 && block.timestamp >= deposit.endsAt;
        bool taken = _words.takePlace(ESCROW);
        require(taken == (deposit.free != 0 && !isOver), "taken, or not");
        if (taken) deposit.free -= 1;
        _requireSame(deposit, _words.load(ESCROW));
        try _words.payPlace(ESCROW) returns (address token, uint256 amount) {
            require(token == deposit.token && amount == deposit.amountEach, "another payment");
            deposit.held -= 1;
        } catch {
            require(deposit.held == 0, "a place was not paid");
        }
        _requireSame(deposit, _words.load(ESCROW));
    }

    function testFuzz_a_new_deposit_is_as_it_was_made(uint256 seed, uint256 more) public {
        Deposit memory deposit = _any(seed, more);
        _words.create(ESCROW, deposit);
        deposit.free = deposit.slots;
        deposit.held = deposit.slots;
        deposit.endsAt = 0;
        deposit.isNotice = false;
        deposit.sponsored = false;
        _requireSame(deposit, _words.load(ESCROW));
    }

    function testFuzz_a_ruling_is_the_whole_to_the_unit(uint96 amount, uint16 share) public {
        vm.assume(amount > 0 && amount < 2 ** 95 && share <= 10_000);
        (address giver, address farmer, address arbiter) = (address(0x61), address(0xFA), address(0xA1));
        Terms memory terms = Terms(address(this), arbiter, address(0), address(0), address(0), 2 days, 14 days);
        QuestEscrowV2 quests = deployThird(terms, [address(0), address(0), address(0)]);
        vm.deal(giver, amount);
        vm.prank(giver);
        quests.fund{value: amount}(keccak256("quest"), address(0), amount, 1);
        bytes32 escrow = quests.escrowOf(giver, keccak256("quest"));
        quests.propose(escrow, farmer, true);
        vm.prank(giver);
        quests.dispute(escrow, farmer);
        vm.prank(arbiter);
        quests.split(escrow, farmer, share);
        vm.warp(block.timestamp + 1 days);
        quests.release(escrow, farmer);
        require(farmer.balance == (uint256(amount) * share) / 10_000, "another part for the farmer");
        require(farmer.balance + giver.balance == amount, "not the whole");
        require(address(quests).balance == 0, "something stayed");
    }
}
