// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Payment, PaymentState, Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {deploy, paymentOf} from "./Deployed.sol";
import {vm} from "./Vm.sol";

/// @notice A feed that answers whatever bytes it was given.
contract AnyFeed {
    bytes private _answer;

    function setAnswer(bytes calldata answer) external {
        _answer = answer;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return _answer;
    }
}

/// @notice The chain's coin as an ERC-20, as Celo has it: one balance by two names.
contract CoinToken {
    function balanceOf(address holder) external view returns (uint256) {
        return holder.balance;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        vm.deal(msg.sender, msg.sender.balance - amount);
        vm.deal(to, to.balance + amount);
        return true;
    }
}

/// @notice Single promises, for any numbers.
contract WindowsTest {
    uint256 private constant START = 1_800_000_000;
    address private constant GIVER = address(0x61);
    address private constant FARMER = address(0xFA);
    bytes32 private constant QUEST = keccak256("quest");

    AnyFeed private _feed;
    QuestEscrowV2 private _quests;

    function setUp() public {
        vm.warp(START);
        _feed = new AnyFeed();
        _quests = deploy(
            Terms(address(this), address(this), address(0), address(this), address(_feed), 2 days, 14 days)
        );
    }

    function _proposed(uint256 amount) private returns (bytes32 escrow) {
        vm.deal(GIVER, amount);
        vm.prank(GIVER);
        _quests.fund{value: amount}(QUEST, address(0), amount, 1);
        escrow = _quests.escrowOf(GIVER, QUEST);
        _quests.propose(escrow, FARMER, true);
    }

    function testFuzz_a_split_is_the_whole_to_the_unit(uint96 amount, uint16 share) public {
        vm.assume(amount > 0 && share <= 10_000);
        bytes32 escrow = _proposed(amount);
        vm.prank(GIVER);
        _quests.dispute(escrow, FARMER);
        _quests.split(escrow, FARMER, share);
        require(FARMER.balance == (uint256(amount) * share) / 10_000, "another part for the farmer");
        require(FARMER.balance + GIVER.balance == amount, "not the whole");
        require(address(_quests).balance == 0, "something stayed");
    }

    function testFuzz_no_feed_ends_a_window_early_or_holds_it_over_30_days(
        bytes calldata answer,
        uint40 later
    ) public {
        bytes32 escrow = _proposed(1);
        _feed.setAnswer(answer);
        _check(escrow, later);
    }

    function testFuzz_nor_does_one_that_answers_in_form(uint80 round, uint8 said, uint40 since, uint40 later) public {
        bytes32 escrow = _proposed(1);
        _feed.setAnswer(abi.encode(round, uint256(said % 3), uint256(since), uint256(since), round));
        _check(escrow, later);
    }

    function _check(bytes32 escrow, uint40 later) private {
        vm.warp(START + (later % 60 days));
        bool isReleased;
        try _quests.release(escrow, FARMER) {
            isReleased = true;
        } catch {}
        require(!isReleased || block.timestamp >= START + 2 days, "released early");
        require(isReleased || block.timestamp < START + 32 days, "held for too long");
        PaymentState state = paymentOf(_quests, escrow, FARMER).state;
        require(state == (isReleased ? PaymentState.Released : PaymentState.Proposed), "another state");
    }

    function testFuzz_the_owner_takes_no_coin_that_is_a_token_too(uint96 amount) public {
        vm.assume(amount > 0);
        _proposed(amount);
        address coin = address(new CoinToken());
        try _quests.rescue(coin, address(this)) {
            revert("the deposit was rescued");
        } catch {}
    }
}
