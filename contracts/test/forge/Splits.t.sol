// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SplitAccount} from "../../src/split/SplitAccount.sol";
import {Splitter} from "../../src/split/Splitter.sol";
import {Actor} from "../contracts/Actor.sol";
import {QuirkyToken} from "../contracts/QuirkyToken.sol";
import {CoinToken} from "./Windows.t.sol";
import {vm} from "./Vm.sol";

/// @notice Pays into one account, shares it out whole or in pieces, and has payees refuse and take, in any order.
contract SplitHandler {
    uint256 private constant STEPS = 25;
    uint256 private constant PEOPLE = 5;

    Splitter public splitter;
    QuirkyToken public token;
    SplitAccount public account;
    address[] public payees;
    uint256[] public parts;
    bytes32 public constant SALT = keccak256("salt");
    address public purse = address(0x9025E);

    /// The money that came in of each token, and how many divisions may have begun.
    mapping(address token => uint256) public paidIn;
    mapping(address token => uint256) public divisions;
    /// The money that each payee sent to the purse.
    mapping(address token => mapping(address payee => uint256)) public sentOn;
    uint256 public shared;
    uint256 public taken;

    constructor() {
        bytes memory code = vm.parseJsonBytes(vm.readFile("artifacts/Splitter.json"), ".bytecode");
        Splitter made;
        assembly {
            made := create(0, add(code, 32), mload(code))
        }
        splitter = made;
        token = new QuirkyToken();
        for (uint256 i; i < PEOPLE; ++i) payees.push(address(new Actor()));
        for (uint256 i; i < PEOPLE; ++i)
            for (uint256 j; j + 1 < PEOPLE; ++j)
                if (payees[j] > payees[j + 1]) (payees[j], payees[j + 1]) = (payees[j + 1], payees[j]);
        parts = [uint256(3), 0, 1, 10 ** 18, 7];
        account = SplitAccount(payable(splitter.splitOf(payees, parts, SALT)));
    }

    function act(uint256 seed) external {
        for (uint256 i; i < STEPS; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _step(seed % 100, seed >> 8);
        }
    }

    function _step(uint256 choice, uint256 more) private {
        address asset = more & 1 == 0 ? address(0) : address(token);
        address payee = payees[(more >> 1) % PEOPLE];
        if (choice < 25) _payIn(asset, more >> 160);
        else if (choice < 45) Actor(payable(payee)).setMood(_mood(more >> 8), address(0), "");
        else if (choice < 55) token.setBlocked(payee, more & 2 == 0);
        else if (choice < 70) _take(asset, payee);
        else _share(asset, choice < 85 ? PEOPLE : (more >> 16) % (PEOPLE + 1));
    }

    function _mood(uint256 any) private pure returns (Actor.Mood) {
        return any % 3 == 0 ? Actor.Mood.BurnGas : any % 3 == 1 ? Actor.Mood.Refuse : Actor.Mood.Accept;
    }

    function _payIn(address asset, uint256 amount) private {
        paidIn[asset] += amount;
        if (asset == address(0)) vm.deal(address(account), address(account).balance + amount);
        else token.mint(address(account), amount);
    }

    function _share(address asset, uint256 most) private {
        divisions[asset] += 1;
        if (most == PEOPLE) splitter.share(payees, parts, SALT, asset);
        else splitter.shareSome(payees, parts, SALT, asset, most);
        shared += 1;
    }

    function _take(address asset, address payee) private {
        if (address(account).code.length == 0) return;
        uint256 due = account.owed(asset, payee);
        vm.prank(payee);
        try account.takeTo(asset, purse) {
            require(due > 0, "took what nobody owed");
            sentOn[asset][payee] += due;
            taken += 1;
        } catch {
            require(due == 0, "a payee could not take what is theirs");
        }
    }

    /// Everybody takes money again, and all of it is shared out.
    function finish() external {
        for (uint256 i; i < PEOPLE; ++i) {
            Actor(payable(payees[i])).setMood(Actor.Mood.Accept, address(0), "");
            token.setBlocked(payees[i], false);
        }
        for (uint256 round; round < 2; ++round) {
            _share(address(0), PEOPLE);
            _share(address(token), PEOPLE);
        }
    }

    function balanceOf(address asset, address who) public view returns (uint256) {
        return asset == address(0) ? who.balance : token.balanceOf(who);
    }

    /// All that a payee ever got, and what is owed to them.
    function gotten(address asset, address payee) public view returns (uint256) {
        uint256 due = address(account).code.length == 0 ? 0 : account.owed(asset, payee);
        return balanceOf(asset, payee) + sentOn[asset][payee] + due;
    }

    function count() external pure returns (uint256) {
        return PEOPLE;
    }
}

/// @notice Any history of an account pays its payees alone, by their parts, and loses no unit.
contract SplitsTest {
    SplitHandler private _world;

    function setUp() public {
        _world = new SplitHandler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_world);
    }

    function invariant_no_unit_is_lost_and_none_is_owed_twice() public view {
        for (uint256 each; each < 2; ++each) {
            address asset = each == 0 ? address(0) : address(_world.token());
            uint256 here = _world.balanceOf(asset, address(_world.account()));
            uint256 owed;
            uint256 away;
            for (uint256 i; i < _world.count(); ++i) {
                address payee = _world.payees(i);
                uint256 due = address(_world.account()).code.length == 0 ? 0 : _world.account().owed(asset, payee);
                owed += due;
                away += _world.gotten(asset, payee) - due;
            }
            require(owed <= here, "more is owed than is here");
            require(here + away == _world.paidIn(asset), "a unit is lost");
            if (address(_world.account()).code.length == 0) continue;
            (uint256 sum, , ) = _world.account().rounds(asset);
            require(sum == owed, "the sum of what is owed is wrong");
        }
    }

    /// @dev At its end all is out, and each has had their part to a unit for each division.
    function afterInvariant() public {
        _world.finish();
        uint256 sum;
        for (uint256 i; i < _world.count(); ++i) sum += _world.parts(i);
        for (uint256 each; each < 2; ++each) {
            address asset = each == 0 ? address(0) : address(_world.token());
            require(_world.balanceOf(asset, address(_world.account())) == 0, "something stayed");
            for (uint256 i; i < _world.count(); ++i) _requirePart(asset, i, sum);
        }
    }

    function _requirePart(address asset, uint256 i, uint256 sum) private view {
        uint256 exact = (_world.paidIn(asset) * _world.parts(i)) / sum;
        uint256 got = _world.gotten(asset, _world.payees(i));
        uint256 off = got > exact ? got - exact : exact - got;
        require(off <= _world.divisions(asset), "not their part");
        require(_world.parts(i) != 0 || got == 0, "somebody without a part was paid");
    }

    /// @dev What a payee did not take of the coin is nobody else's, by whatever name the coin is divided.
    function testFuzz_a_coin_that_is_a_token_too_is_not_divided_twice(uint96 amount) public {
        vm.assume(amount > 0);
        Splitter splitter = _world.splitter();
        (address one, address other) = (_world.payees(0), _world.payees(1));
        (address[] memory payees, uint256[] memory parts) = (new address[](2), new uint256[](2));
        (payees[0], payees[1], parts[0], parts[1]) = (one, other, 1, 1);
        Actor(payable(one)).setMood(Actor.Mood.Refuse, address(0), "");
        address account = splitter.splitOf(payees, parts, 0);
        vm.deal(account, amount);
        splitter.share(payees, parts, 0, address(0));
        address coin = address(new CoinToken());
        require(account.balance == (uint256(amount) + 1) / 2, "another sum is owed");
        // The call does not undo this token's cheat.
        (bool done, ) = address(splitter).call(abi.encodeCall(splitter.share, (payees, parts, 0, coin)));
        require(!done, "what is owed was divided under its other name");
    }
}
